import ts from "typescript-5";
import { expect, it } from "vitest";
import { bundleEntry } from "./bundle.js";
import { entriesOf, readCodePackages } from "./workspace.js";

/** Names that exist in Node alone. `process` may be asked for `getBuiltinModule` and `env`, with a way out where it is missing. */
const nodeGlobals = ["Buffer", "__dirname", "__filename", "global", "process", "setImmediate"];

/** Whether an identifier stands for a global: not the name of a member, unless it is one of `globalThis`. */
const isGlobal = (identifier: ts.Identifier): boolean => {
  const { parent } = identifier;
  if (ts.isPropertyAccessExpression(parent) && parent.name === identifier) {
    return parent.expression.getText() === "globalThis";
  }
  return !((ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent)) && parent.name === identifier);
};

/** What an identifier is part of: `globalThis.process` for `process`, where that is how it is written. */
const wholeOf = (identifier: ts.Identifier): ts.Node =>
  ts.isPropertyAccessExpression(identifier.parent) && identifier.parent.name === identifier
    ? identifier.parent
    : identifier;

/** Whether all that is asked is whether it is there, and then for `getBuiltinModule` or the environment. */
const isGuarded = (whole: ts.Node): boolean =>
  ts.isTypeOfExpression(whole.parent) ||
  (ts.isPropertyAccessExpression(whole.parent) &&
    (whole.parent.name.text === "getBuiltinModule" ||
      (whole.parent.name.text === "env" && whole.parent.questionDotToken !== undefined)));

/** The uses of Node's globals in a program, each as it is written. */
const usesOfNode = (code: string): string[] => {
  const watched = new Set(nodeGlobals);
  const uses: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && watched.has(node.text) && isGlobal(node)) {
      const whole = wholeOf(node);
      const { parent } = whole;
      const isAlias =
        ts.isVariableDeclaration(parent) && node.text === "process" && parent.initializer === whole;
      if (isAlias) watched.add(parent.name.getText());
      else if (!isGuarded(whole) && !ts.isVariableDeclaration(parent))
        uses.push(parent.getText().slice(0, 100));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("bundle.js", code, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS));
  return uses;
};

it.each(
  readCodePackages()
    .flatMap(entriesOf)
    .filter(({ node }) => !node),
)("$specifier reaches nothing of Node", async (entry) => {
  const { code, externals } = await bundleEntry(entry, { minify: false });
  expect(externals).toEqual([]);
  expect(usesOfNode(code)).toEqual([]);
});

it("sees what a program asks of Node", () => {
  expect(usesOfNode('globalThis.process?.getBuiltinModule?.("node:crypto"); typeof process;')).toEqual([]);
  expect(usesOfNode("const own = globalThis.process; own?.getBuiltinModule?.(name)")).toEqual([]);
  expect(usesOfNode("const own = globalThis.process; own?.env; own?.cwd()")).toEqual(["own?.cwd"]);
  expect(usesOfNode("process.cwd(); ({ process: 1, process() {} }).process; x.process;")).toEqual([
    "process.cwd",
  ]);
  expect(usesOfNode("globalThis.process.env; Buffer.from(text)")).toEqual([
    "globalThis.process.env",
    "Buffer.from",
  ]);
});
