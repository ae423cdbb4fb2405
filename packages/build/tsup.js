import { defineConfig } from "tsup";
import { writeDeclarations } from "./declarations.js";

/**
 * The bundler's settings, shared by every package: ESM and CommonJS, types for each.
 *
 * @param {Record<string, string>} entry output name to source file
 * @param {import("tsup").Options} [more] what one package needs beside that
 */
export const bundle = (entry, more = {}) =>
  defineConfig({
    entry,
    format: ["esm", "cjs"],
    target: "es2023",
    platform: "neutral",
    clean: true,
    splitting: true,
    treeshake: true,
    removeNodeProtocol: false,
    external: [/^node:/],
    onSuccess: async () => writeDeclarations(Object.values(entry)),
    ...more,
  });
