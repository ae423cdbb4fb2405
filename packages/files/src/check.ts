/** What was given, short enough for an error's message. */
export const describe = (value: unknown): string => {
  if (typeof value === "string") return `the string ${JSON.stringify(value.slice(0, 40))}`;
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object" || typeof value === "function") return `a value of type ${typeof value}`;
  return String(value);
};

/** @throws {TypeError} `path` is no text, empty, or has a null character, as no name has */
export const checkPath = (path: unknown): void => {
  if (typeof path === "string" && path !== "" && !path.includes("\0")) return;
  throw new TypeError(`path must be the path of a file or folder; got ${describe(path)}`);
};

/** @throws {TypeError} `text` is no text */
export const checkText = (text: unknown, name: string): void => {
  if (typeof text !== "string") throw new TypeError(`${name} must be a string; got ${describe(text)}`);
};

/** @throws {TypeError} `options` is no object */
export const checkOptions = (options: unknown, example: string): void => {
  if (typeof options === "object" && options !== null && !Array.isArray(options)) return;
  throw new TypeError(`options must be an object like ${example}; got ${describe(options)}`);
};
