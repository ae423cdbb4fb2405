import { join } from "node:path";
import { build } from "esbuild";
import { type Entry, root } from "./workspace.js";

/** All that is reachable from an entry, as one file. */
export interface Bundle {
  readonly code: string;
  /** The modules that stay outside, like `node:fs`. */
  readonly externals: string[];
}

/** Puts an entry's built files, and all that they import, into one file for the browser. */
export const bundleEntry = async (entry: Entry, options: { minify: boolean }): Promise<Bundle> => {
  const result = await build({
    entryPoints: [join(entry.package.folder, entry.targets.import.default)],
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: entry.node ? "node" : "browser",
    target: "es2023",
    external: ["node:*"],
    legalComments: "none",
    logLevel: "silent",
    absWorkingDir: root,
    minify: options.minify,
  });
  const [output] = Object.values(result.metafile.outputs);
  return {
    code: result.outputFiles.map(({ text }) => text).join(""),
    externals: (output?.imports ?? []).filter(({ external }) => external).map(({ path }) => path),
  };
};
