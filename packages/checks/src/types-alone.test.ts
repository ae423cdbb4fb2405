import { join } from "node:path";
import ts from "typescript-5";
import { expect, it } from "vitest";
import { entriesOf, readCodePackages } from "./workspace.js";

const entries = readCodePackages()
  .flatMap(entriesOf)
  .filter(({ node }) => !node);

it("the types of every main entry ask for nothing but the language", () => {
  const files = entries.map(({ package: { folder }, targets }) => join(folder, targets.import.types));
  expect(files.length).toBeGreaterThan(10);
  const program = ts.createProgram(files, {
    lib: ["lib.es2023.d.ts"],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    noEmit: true,
    strict: true,
    target: ts.ScriptTarget.ES2023,
    types: [],
  });
  const faults = ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
    );
  expect(faults).toEqual([]);
});
