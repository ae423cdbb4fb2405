import { describe, expect, it } from "vitest";
import { extendTable, readToolMap } from "./tool-rules.js";

const known = ["pi", "codex"];

describe("a map of tools", () => {
  it("takes a name or a list of names for an argument, and a style", () => {
    const value = {
      pi: {
        tools: {
          peek: { op: "read", path: "file", offset: ["from", "start"] },
          multi: { op: "commands", by: "do", commands: { put: { op: "write", path: "file", text: "body" } } },
          find: { op: "output", as: "glob" },
        },
        failures: ["Oops"],
      },
    };
    const map = readToolMap(value, known);
    expect(map["pi"]?.tools).toMatchObject({
      peek: { op: "read", path: ["file"], offset: ["from", "start"], style: "auto" },
      multi: { op: "commands", by: "do", commands: { put: { op: "write", path: ["file"], text: ["body"] } } },
      find: { op: "output", as: "glob" },
    });
    const table = extendTable({ tools: { peek: { op: "output" } }, failures: ["Error"] }, map["pi"]);
    expect(table.failures).toEqual(["Error", "Oops"]);
    expect(table.tools["peek"]?.op).toBe("read");
  });

  it.each([
    [7, "A map is a JSON object"],
    [{ vim: {} }, 'Unknown format "vim". Known: pi, codex.'],
    [{ pi: 7 }, "pi: must be an object"],
    [{ pi: { failures: "x" } }, "pi: failures must be a list"],
    [{ pi: { tools: [] } }, "pi: tools must be an object"],
    [
      { pi: { tools: { a: { op: "sing" } } } },
      'pi, a: op must be one of read, edit, insert, write, patch, shell, output, commands, not "sing".',
    ],
    [{ pi: { tools: { a: { op: "read" } } } }, "pi, a: path must be"],
    [{ pi: { tools: { a: { op: "read", path: "p", style: "odd" } } } }, "pi, a: style must be one of"],
    [{ pi: { tools: { a: { op: "commands" } } } }, "pi, a: commands needs by"],
  ])("that is wrong says what is right: %j", (value, message) => {
    expect(() => readToolMap(value, known)).toThrow(TypeError);
    expect(() => readToolMap(value, known)).toThrow(message);
  });
});
