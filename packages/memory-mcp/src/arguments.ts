import { parseArgs } from "node:util";
import { DEFAULT_TARGETS, type MemoryTarget } from "@lembas/memory";

/** What the command is asked to do. */
export type Request =
  | { readonly kind: "help" | "version" }
  | {
      readonly kind: "serve";
      /** As it was given, `~` and all. */
      readonly dir: string;
      readonly targets: Readonly<Record<string, MemoryTarget>>;
      readonly readOnly: boolean;
      readonly history: boolean;
    };

const LIMIT = /^(?<target>\w+)=(?<limit>[1-9]\d{0,8})$/;

const isTarget = (name: string | undefined): name is keyof typeof DEFAULT_TARGETS =>
  name !== undefined && Object.hasOwn(DEFAULT_TARGETS, name);

/** The targets, with the limits that were given for them. */
const readTargets = (limits: readonly string[]): Record<string, MemoryTarget> => {
  const targets: Record<keyof typeof DEFAULT_TARGETS, MemoryTarget> = { ...DEFAULT_TARGETS };
  for (const given of limits) {
    const { target, limit } = LIMIT.exec(given)?.groups ?? {};
    if (!isTarget(target)) {
      const names = Object.keys(DEFAULT_TARGETS).join(" or ");
      throw new Error(`--limit must be a target (${names}), = and a number of characters; got ${given}`);
    }
    targets[target] = { ...targets[target], limit: Number(limit) };
  }
  return targets;
};

/**
 * Reads the command's arguments.
 *
 * @throws {Error} they are wrong; the message says which
 */
export const readArguments = (args: readonly string[]): Request => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      dir: { type: "string", multiple: true },
      limit: { type: "string", multiple: true },
      "read-only": { type: "boolean" },
      history: { type: "boolean" },
      help: { type: "boolean", short: "h" },
      version: { type: "boolean" },
    },
  });
  if (values.help || values.version) return { kind: values.help ? "help" : "version" };
  const [dir = "", ...more] = values.dir ?? [];
  if (dir.trim() === "") throw new Error("--dir DIR is missing: the folder of the memory");
  if (more.length > 0) throw new Error(`--dir is given ${more.length + 1} times: a memory has one folder`);
  return {
    kind: "serve",
    dir,
    targets: readTargets(values.limit ?? []),
    readOnly: values["read-only"] ?? false,
    history: values.history ?? false,
  };
};
