import ts from "typescript";
import { expect, it } from "vitest";
import { bundleEntry } from "./bundle.js";
import { entriesOf, readCodePackages } from "./workspace.js";

/** Names that exist in Node alone. `process` may be asked for `getBuiltinModule`, with a way out where it is missing. */
const nodeGlobals = new Set(["Buffer", "__dirname", "__filename", "global", "process", "setImmediate"]);

const isGuarded = (identifier: ts.Identifier): boolean => {
  const { parent } = identifier;
  if (ts.isTypeOfExpression(parent)) return true;
  if (!ts.isPropertyAccessExpression(parent)) return false;
  const accessed = parent.name === identifier ? parent.parent : parent;
  return ts.isPropertyAccessExpression(accessed) && accessed.name.text === "getBuiltinModule";
};

/** The uses of Node's globals in a program, each as it is written. */
const usesOfNode = (code: string): string[] => {
  const uses: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && nodeGlobals.has(node.text) && isUse(node) && !isGuarded(node)) {
      uses.push(node.parent.getText().slice(0, 100));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("bundle.js", code, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS));
  return uses;
};

/** Whether an identifier stands for a global: not a key, and not a property of anything but `globalThis`. */
const isUse = ({ parent, ...identifier }: ts.Identifier): boolean => {
  if (ts.isPropertyAccessExpression(parent) && parent.name.pos === identifier.pos) {
    return parent.expression.getText() === "globalThis";
  }
  return !ts.isPropertyAssignment(parent) || parent.name.pos !== identifier.pos;
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
  expect(usesOfNode("process.cwd(); ({ process: 1 }).process; x.process;")).toEqual(["process.cwd"]);
  expect(usesOfNode("globalThis.process.env; Buffer.from(text)")).toEqual([
    "globalThis.process",
    "Buffer.from",
  ]);
});
