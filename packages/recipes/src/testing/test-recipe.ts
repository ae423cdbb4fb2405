import { setMaxListeners } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { scratchFolder } from "@lembas/build/testing";
import { createInMemoryJournalStore } from "@lembas/context";
import { createInMemoryStore } from "@lembas/memory";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Conversation, type Host, type HostOptions, openHost } from "../host.js";
import { Script } from "./script.js";
import { FILES, GIVEN, JOB_END, PROMPTS, SUMMARY, taskScript } from "./task.js";

/** A picture of one pixel. */
export const DOT =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Opens a conversation of a recipe: a new one, or at the second call the same one after a restart. */
export type Open = (host: Host, script: Script) => Conversation | Promise<Conversation>;

const makeOptions = (): HostOptions => {
  const folder = scratchFolder();
  for (const [path, content] of Object.entries(FILES)) writeFileSync(join(folder, path), content);
  return {
    folder,
    journals: createInMemoryJournalStore(),
    session: "session-1",
    store: createInMemoryStore(),
  };
};

/** A signal that never aborts; frameworks listen to it once a call. */
const never = (): AbortSignal => {
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  return signal;
};

/** Puts a recipe to the test. `makeOpen` is called once for each conversation, with what its framework keeps of it. */
export const testRecipe = (name: string, makeOpen: () => Open): void => {
  describe(name, () => {
    // A job's note tells how long it took.
    beforeAll(() => {
      vi.useFakeTimers({ toFake: ["performance"] });
    });
    afterAll(() => {
      vi.useRealTimers();
    });

    it("gives the model the texts that every framework gives it", async () => {
      const [options, script, open] = [makeOptions(), taskScript(), makeOpen()];
      const host = await openHost(options);
      const conversation = await open(host, script);
      expect(await conversation.send(PROMPTS.first, never())).toBe("It runs.");
      writeFileSync(join(options.folder, JOB_END), "");
      await vi.waitFor(() => expect(host.notes).toHaveLength(1), 10_000);
      expect(await conversation.send(PROMPTS.second, never())).toBe("It is built.");
      await conversation.compact(SUMMARY);
      expect(await conversation.send(PROMPTS.third, never())).toBe("It is.");
      const again = await open(await openHost(options), script);
      expect(await again.send(PROMPTS.fourth, never())).toBe("Yes.");
      expect(script.given).toEqual(GIVEN);
      const secondTurn = script.requests[10] ?? [];
      expect(secondTurn.filter((text) => text.startsWith("[#")).map((text) => text.slice(1, 6))).toEqual(
        expect.arrayContaining(["#0009", "#000a", "#000b"]),
      );
      expect(secondTurn.some((text) => /^\[#000[12]/.test(text))).toBe(false);
    });

    it("never names a result that an aborted turn took with it", async () => {
      const script = new Script([
        [
          ["read", { path: "greet.js" }],
          ["bash", { command: "touch started; exec sleep 30" }],
        ],
        [["read", { path: "greet.js" }]],
        "It is here.",
      ]);
      const options = makeOptions();
      const conversation = await makeOpen()(await openHost(options), script);
      const controller = new AbortController();
      const turn = conversation.send("Read it, and wait.", controller.signal);
      const aborted = expect(turn).rejects.toThrow();
      await vi.waitFor(() => expect(existsSync(join(options.folder, "started"))).toBe(true), 20_000);
      await sleep(200);
      controller.abort();
      await aborted;
      expect(await conversation.send("Read it.", never())).toBe("It is here.");
      // Where the framework keeps what had come before the abort, it may be named: the script has seen to that.
      expect(script.given.at(-1)).toMatch(
        /^\[#000\d greet.js lines 1-3 of 3 sha \w+\](\n1: export| Unchanged since #0001)/,
      );
    });

    it("keeps an image", async () => {
      const options = makeOptions();
      writeFileSync(join(options.folder, "dot.png"), DOT, "base64");
      const script = new Script([[["look", { path: "dot.png" }]], "A dot."]);
      const conversation = await makeOpen()(await openHost(options), script);
      expect(await conversation.send("What is it?", never())).toBe("A dot.");
      expect(script.raw.at(-1)).toContain(DOT);
      expect(script.raw.at(-1)).toContain("image/png");
    });

    it("gives a subagent a ledger of its own", async () => {
      const options = makeOptions();
      const inner = new Script([[["read", { path: "greet.js" }]], "It greets, see #5001."]);
      const explore = {
        name: "explore",
        description: "Lets a subagent look.",
        schema: { type: "object" as const, properties: { task: { type: "string" } }, required: ["task"] },
        run: async ({ task }: { task: string }, _callId: string, signal = never()) => {
          const own = await openHost({ ...options, session: "session-2", idPrefix: "5" });
          const subagent = await makeOpen()(own, inner);
          return { text: await subagent.send(task, signal) };
        },
      };
      const script = new Script([
        [["explore", { task: "Look." }]],
        [["recall", { target: "#5001" }]],
        [["read", { path: "greet.js" }]],
        "It greets.",
      ]);
      const conversation = await makeOpen()(await openHost({ ...options, extraTools: [explore] }), script);
      expect(await conversation.send("Look.", never())).toBe("It greets.");
      expect(inner.given.at(-1)).toMatch(/^\[#5001 greet.js lines 1-3 of 3 sha \w+\]\n1: export/);
      expect(script.given.slice(2)).toEqual([
        "[#0001]\nIt greets, see #5001.",
        "[#0002] No stored result #5001 in this session.",
        expect.stringMatching(/^\[#0003 greet.js lines 1-3 of 3 sha \w+\]\n1: export/),
      ]);
    });
  });
};
