import { afterEach, expect, it, vi } from "vitest";
import { operationKey } from "./operation-key.js";

const add = { action: "add", content: "Prefers tea." };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it("names a call's id and a digest of what it asks for", async () => {
  const key = await operationKey("call_1", [add]);
  expect(key).toMatch(/^call_1 [0-9a-f]{32}$/);
  expect(await operationKey("call_1", [{ action: " ADD ", content: "Prefers tea.\r\n" }])).toBe(key);
  expect(await operationKey("call_2", [add])).not.toBe(key);
  expect(await operationKey("call_1", [{ action: "remove", old_text: "tea" }])).not.toBe(key);
});

it.each([
  ["no Web Crypto API", undefined],
  ["no digests", {}],
])("has the text itself where there is %s", async (_, crypto) => {
  vi.stubGlobal("crypto", crypto);
  vi.resetModules();
  const { operationKey } = await import("./operation-key.js");
  expect(await operationKey("call_1", [add])).toBe('call_1 [["add","Prefers tea.",""]]');
});
