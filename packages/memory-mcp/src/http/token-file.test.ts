import { chmod, chown, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scratchFolder } from "@lembas/build/testing";
import { expect, it } from "vitest";
import { readTokens, Tokens } from "./token-file.js";

const [first, second] = ["a".repeat(32), `${"B-._~+/9".repeat(5)}==`];

it("finds the tokens of a file, each with its scope", () => {
  const tokens = new Tokens(`# comments and blank lines\n\n${first}\n  ${second}\tagent-1 \r\n`);
  expect(tokens.find(first)).toMatchObject({ scope: undefined });
  expect(tokens.find(second)).toMatchObject({ scope: "agent-1" });
  for (const other of ["", "a", first.slice(1), `${first}a`, first.toUpperCase(), "# comments", "agent-1"]) {
    expect(tokens.find(other)).toBeUndefined();
  }
  expect(tokens.scopes).toEqual(new Set([undefined, "agent-1"]));
});

it.each([
  ["nothing", "", "it has no token"],
  ["comments", "# none\n", "it has no token"],
  ["a short token", `${first}\n${"a".repeat(31)}\n`, "line 2 is not a token of at least 32"],
  ["a token with other characters", `${first}§\n`, "line 1 is not a token"],
  ["more than a scope", `${first} agent 1\n`, "line 1 is not a token"],
])("refuses %s, and does not print a token", (_, text, message) => {
  expect(() => new Tokens(text)).toThrow(message);
  expect(() => new Tokens(text)).not.toThrow(/aaaa/);
});

const write = async (text = first): Promise<string> => {
  const path = join(scratchFolder(), "tokens");
  await writeFile(path, text, { mode: 0o600 });
  return path;
};

it("reads a file of one's own", async () => {
  const path = await write();
  expect((await readTokens(path)).find(first)).toBeDefined();
  await chmod(path, 0o400);
  expect((await readTokens(path)).find(first)).toBeDefined();
});

it.skipIf(process.platform === "win32").each([0o640, 0o604, 0o620, 0o601])(
  "refuses a file that others may use: %o",
  async (mode) => {
    const path = await write();
    await chmod(path, mode);
    await expect(readTokens(path)).rejects.toThrow(
      `it has the mode 0${mode.toString(8)}, so that others may use it`,
    );
  },
);

it.runIf(process.getuid?.() === 0)("refuses a file of another user", async () => {
  const path = await write();
  await chown(path, 65_534, 65_534);
  await expect(readTokens(path)).rejects.toThrow("it belongs to another user");
});

it("says what the system says of a file that is not there", async () => {
  await expect(readTokens("/no/such/file")).rejects.toThrow("ENOENT");
});
