import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript-5";
import { type Entry, root } from "./workspace.js";

/** Whether a public name is a value that exists when the program runs, or a type alone. */
export type NameKind = "value" | "type";

/**
 * The names that declaration files promise, sorted: a map for each file.
 *
 * @throws {Error} for a file that is not there, or exports nothing
 */
export const declaredNames = (files: readonly string[]): Map<string, Map<string, NameKind>> => {
  const program = ts.createProgram(files, {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
    noEmit: true,
  });
  const checker = program.getTypeChecker();
  const namesOf = (file: string): Map<string, NameKind> => {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (!module) throw new Error(`${file} is missing, or exports nothing: build the package first.`);
    const names = checker.getExportsOfModule(module).map((symbol): [string, NameKind] => {
      const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      // A class can be exported as a type alone.
      const isType = symbol.declarations?.some(ts.isTypeOnlyExportDeclaration);
      return [symbol.name, target.flags & ts.SymbolFlags.Value && !isType ? "value" : "type"];
    });
    return new Map(names.sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  return new Map(files.map((file) => [file, namesOf(file)]));
};

/** The names of a map that are of one kind. */
export const namesOfKind = (names: ReadonlyMap<string, NameKind> | undefined, wanted: NameKind): string[] =>
  [...(names ?? [])].filter(([, kind]) => kind === wanted).map(([name]) => name);

/** The names that exist when an entry is loaded, by `import` and by `require`, sorted. */
export const runtimeNames = async (entry: Entry): Promise<{ esm: string[]; commonjs: string[] }> => {
  const { folder } = entry.package;
  const esm: object = await import(pathToFileURL(join(folder, entry.targets.import.default)).href);
  const commonjs: object = createRequire(import.meta.url)(join(folder, entry.targets.require.default));
  return { esm: Object.keys(esm).sort(), commonjs: Object.keys(commonjs).sort() };
};
