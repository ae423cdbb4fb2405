import { expect, it } from "vitest";
import { createMemory } from "../create-memory.js";
import { createInMemoryStore } from "../store/in-memory-store.js";
import { noNearDuplicates } from "./no-near-duplicates.js";

const open = (policies = [noNearDuplicates()]) => {
  const memory = createMemory({ store: createInMemoryStore({ user: ["Prefers tea."] }), policies });
  return (operation: object) => memory.call({ target: "user", ...operation });
};

it.each(["prefers tea.", "Prefers  tea", "PREFERS\ntea ."])(
  "M15: the same fact is not there twice, where the host asks for that: %j",
  async (content) => {
    expect(await open()({ action: "add", content })).toMatchObject({
      ok: false,
      code: "policy",
      text: expect.stringMatching(/ says the same as "Prefers tea\."/),
    });
    expect(await open([])({ action: "add", content })).toMatchObject({ ok: true });
  },
);

it("lets another fact in, and a better wording in the old one's place", async () => {
  const call = open();
  expect(await call({ action: "add", content: "Prefers teal." })).toMatchObject({ ok: true });
  const better = { action: "replace", old_text: "Prefers tea.", content: "prefers Tea" };
  expect(await call(better)).toMatchObject({ ok: true });
});
