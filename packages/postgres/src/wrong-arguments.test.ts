import { expect, it } from "vitest";
import { check, createPostgresMemoryStore, migrate, type PostgresPool } from "./index.js";

const unused: PostgresPool = {
  connect: () => Promise.reject(new Error("not to be asked")),
  on: () => {},
};

it.each([
  ["no pool", { scope: "s" }, "pool must be an object like new pg.Pool()"],
  ["a pool without connect", { pool: { on() {} }, scope: "s" }, "pool.connect must be a function"],
  ["no scope", { pool: unused }, "scope must be a string; got undefined"],
  ["an empty scope", { pool: unused, scope: "" }, "scope must not be empty"],
  ["a scope with NUL", { pool: unused, scope: "a\0" }, "scope must hold no NUL and no lone surrogate"],
  ["a scope with a lone surrogate", { pool: unused, scope: "a\ud800" }, "scope must hold no NUL and no lone"],
  [
    "a long scope",
    { pool: unused, scope: "x".repeat(201) },
    "scope must have at most 200 characters; got 201",
  ],
  ["an empty schema", { pool: unused, scope: "s", schema: "" }, "schema must not be empty"],
  [
    "a long schema",
    { pool: unused, scope: "s", schema: "é".repeat(32) },
    "schema must have at most 63 bytes",
  ],
])("a memory store is refused %s", (_what, options, message) => {
  expect(() => createPostgresMemoryStore(Object(options))).toThrow(
    expect.objectContaining({ name: "TypeError", message: expect.stringContaining(message) }),
  );
});

it("migrate and check are refused what is no pool", async () => {
  await expect(migrate(Object({}))).rejects.toThrow("pool.connect must be a function");
  await expect(check(Object(null))).rejects.toThrow("pool");
});

it("a target that is no word, and an interval that is no number of milliseconds, are refused", async () => {
  const store = createPostgresMemoryStore({ pool: unused, scope: "s" });
  for (const target of ["", "a b", "user.md", "a\0"]) {
    await expect(store.read(target)).rejects.toThrow("a target's name must be");
    await expect(store.undo(target)).rejects.toThrow("a target's name must be");
    await expect(store.changes(target)).rejects.toThrow("a target's name must be");
    await expect(store.watch(target, () => {})).rejects.toThrow("a target's name must be");
  }
  await expect(store.watch("user", () => {}, { interval: 0 })).rejects.toThrow(
    "interval must be a whole number",
  );
  await expect(store.watch("user", Object("x"))).rejects.toThrow("onChange must be a function");
});
