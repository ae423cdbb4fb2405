import { describe } from "@lembas/arguments";

/** @throws {TypeError} `path` is no text, empty, or has a null character, as no name has */
export const checkPath = (path: unknown): void => {
  if (typeof path === "string" && path !== "" && !path.includes("\0")) return;
  throw new TypeError(`path must be the path of a file or folder; got ${describe(path)}`);
};
