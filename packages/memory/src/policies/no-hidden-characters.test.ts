import { expect, it } from "vitest";
import { createMemory } from "../create-memory.js";
import { createInMemoryStore } from "../store/in-memory-store.js";
import { noHiddenCharacters } from "./no-hidden-characters.js";

it("M12: an entry that somebody else wrote is withheld wherever it is shown, with the reason", async () => {
  const store = createInMemoryStore({
    user: ["Prefers tea.", "Hi\u{e0041}\u{e0042}.", "No\u200bte \u200b."],
  });
  const memory = createMemory({ store, policies: [noHiddenCharacters()] });
  const shown =
    "~~~\nPrefers tea.\n§\n[withheld: it has hidden characters (U+E0041, U+E0042)]\n§\n" +
    "[withheld: it has hidden characters (U+200B)]\n~~~";
  expect(await memory.prompt()).toContain(`[The user profile · 2% — 31/1,375 chars]\n${shown}`);
  expect((await memory.read({ target: "user" })).text).toContain(shown);
  expect((await memory.call({ target: "user", action: "remove", old_text: "x" })).text).toBe(
    `Refused: no entry contains "x".\n2% — 31/1,375 chars\nEntries now:\n${shown}`,
  );
  // What is there already keeps nobody from changing the rest.
  expect((await memory.call({ target: "user", action: "remove", old_text: "tea" })).ok).toBe(true);
});

it("M12: such an entry is not kept in the first place", async () => {
  const memory = createMemory({ store: createInMemoryStore(), policies: [noHiddenCharacters()] });
  expect(await memory.call({ action: "add", content: "a\u202eb" })).toEqual({
    ok: false,
    text: "Refused: that is not remembered: it has hidden characters (U+202E).\n0% — 0/2,200 chars",
    code: "policy",
  });
});

it("lets through what emoji and words of Persian are made with", async () => {
  const memory = createMemory({ store: createInMemoryStore(), policies: [noHiddenCharacters()] });
  const content = "\u{1f468}\u200d\u{1f469} \u2764\ufe0f \u0645\u200c\u0646";
  expect(await memory.call({ action: "add", content })).toMatchObject({ ok: true });
});
