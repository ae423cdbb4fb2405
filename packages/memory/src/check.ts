/** What was given, short enough for an error's message. */
export const describe = (value: unknown): string => {
  if (typeof value === "string") return `the string ${JSON.stringify(value.slice(0, 40))}`;
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object" || typeof value === "function") return `a value of type ${typeof value}`;
  return String(value);
};

/** @throws {TypeError} `value` is no text */
export const checkText = (value: unknown, name: string): void => {
  if (typeof value !== "string") throw new TypeError(`${name} must be a string; got ${describe(value)}`);
};

/** @throws {TypeError} `value` is no list, or one of it has another type */
export const checkList = (value: unknown, name: string, type: "string" | "function"): void => {
  const isList = Array.isArray(value);
  const odd = isList ? value.findIndex((item) => typeof item !== type) : -1;
  if (isList && odd === -1) return;
  const given = isList ? `an array with ${describe(value[odd])}` : describe(value);
  throw new TypeError(`${name} must be a list of ${type}s; got ${given}`);
};

/** @throws {TypeError} `value` is neither `true` nor `false` */
export const checkFlag = (value: unknown, name: string): void => {
  if (typeof value !== "boolean")
    throw new TypeError(`${name} must be true or false; got ${describe(value)}`);
};

/** @throws {TypeError} `value` is no function */
export const checkFunction = (value: unknown, name: string): void => {
  if (typeof value !== "function") throw new TypeError(`${name} must be a function; got ${describe(value)}`);
};

/** @throws {TypeError} `value` is no object, or a list */
export const checkObject = (value: unknown, name: string, example: string): void => {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return;
  throw new TypeError(`${name} must be an object like ${example}; got ${describe(value)}`);
};
