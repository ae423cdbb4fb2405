import { wellFormed } from "@lembas/format";
import { sha256 } from "../text/sha256.js";

/** What is still to be written: a value, a piece of text, or the end of a value that holds others. */
type Task = { readonly value: unknown } | { readonly text: string } | { readonly ended: object };

const hasToJson = (value: object): value is { toJSON(): unknown } =>
  "toJSON" in value && typeof value.toJSON === "function";

const isAbsent = (value: unknown): boolean => value === undefined;

const sortedTasks = (value: object): Task[] => {
  const tasks: Task[] = [];
  const keys = Object.entries(value).filter(([, member]) => !isAbsent(member));
  for (const [key, member] of keys.sort(([one], [other]) => (one < other ? -1 : 1))) {
    tasks.push(
      { text: `${tasks.length === 0 ? "" : ","}${JSON.stringify(wellFormed(key))}:` },
      { value: member },
    );
  }
  return [{ text: "{" }, ...tasks, { text: "}" }];
};

const listTasks = (values: readonly unknown[]): Task[] => [
  { text: "[" },
  ...Array.from(values).flatMap((value, index): Task[] => [
    { text: index === 0 ? "" : "," },
    { value: isAbsent(value) ? null : value },
  ]),
  { text: "]" },
];

/** What an object is: `Map`, `Uint8Array`. Objects of a program's own classes are `Object`, as plain ones are. */
const tagOf = (value: object): string => Object.prototype.toString.call(value).slice("[object ".length, -1);

/**
 * A value as JSON with the keys of every object in order, whatever its depth: values that are equal as JSON give equal
 * texts. What JSON has no form for would look like something else, such as a `Map` like `{}`. Specification 2.10.
 *
 * @param name what an error calls it
 * @throws {TypeError} the value contains itself, or what is not JSON: a `Map`, a `Uint8Array`, a function
 */
export const canonicalJson = (value: unknown, name = "args"): string => {
  let text = "";
  const open = new Set<object>();
  const tasks: Task[] = [{ value }];
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    if ("text" in task) {
      text += task.text;
      continue;
    }
    if ("ended" in task) {
      open.delete(task.ended);
      continue;
    }
    const given = task.value;
    const member = typeof given === "object" && given !== null && hasToJson(given) ? given.toJSON() : given;
    if (typeof member === "object" && member !== null) {
      if (open.has(member))
        throw new TypeError(`${name} must be JSON values; got ones that contain themselves`);
      const tag = tagOf(member);
      if (tag !== "Object" && tag !== "Array") {
        throw new TypeError(
          `${name} must be JSON values; got a value of type ${tag}: give its content as text`,
        );
      }
      open.add(member);
      tasks.push({ ended: member });
      const members = Array.isArray(member) ? listTasks(member) : sortedTasks(member);
      for (let index = members.length - 1; index >= 0; index--) tasks.push(members[index] ?? { text: "" });
    } else if (typeof member === "string") {
      text += JSON.stringify(wellFormed(member));
    } else if (typeof member === "number" || typeof member === "boolean") {
      text += JSON.stringify(member);
    } else if (typeof member === "bigint") {
      text += String(member);
    } else if (typeof member === "function" || typeof member === "symbol") {
      throw new TypeError(`${name} must be JSON values; got a value of type ${typeof member}`);
    } else {
      text += "null";
    }
  }
  return text;
};

/** Which calls are the same: equal for the same tool with the same arguments. Specification 2.10. */
export const callKey = (tool: string, args: unknown): string =>
  sha256(canonicalJson([tool, args === undefined || args === null ? {} : args]));
