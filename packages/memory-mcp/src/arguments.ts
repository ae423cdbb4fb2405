import { parseArgs } from "node:util";
import { DEFAULT_TARGETS, type MemoryTarget } from "@lembas/memory";

/** Where the memory is kept. */
export type Place =
  /** In a folder: as it was given, `~` and all. */
  | { readonly kind: "folder"; readonly dir: string }
  /** In PostgreSQL; without a scope each token names its own. */
  | { readonly kind: "postgres"; readonly scope: string | undefined };

/** How it is served over HTTP. */
export interface HttpRequest {
  readonly host: string;
  readonly port: number;
  readonly tokenFile: string;
  readonly allowedHosts: readonly string[];
}

/** A memory that is to be served. */
export interface ServeRequest {
  readonly kind: "serve";
  readonly place: Place;
  /** Without it over stdin and stdout. */
  readonly http: HttpRequest | undefined;
  readonly targets: Readonly<Record<string, MemoryTarget>>;
  readonly readOnly: boolean;
  readonly history: boolean;
}

/** What the command is asked to do. */
export type Request = { readonly kind: "help" | "version" } | ServeRequest;

const LIMIT = /^(?<target>\w+)=(?<limit>[1-9]\d{0,8})$/;
const ADDRESS = /^(?:(?<host>\[[0-9a-f:.]+\]|[^:[\]]+):)?(?<port>\d{1,5})$/i;

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

/** The one value of an option. */
const readOne = (name: string, values: readonly string[] = []): string | undefined => {
  if (values.length > 1) throw new Error(`--${name} is given ${values.length} times: ${ONCE[name]}`);
  const [value] = values;
  if (value?.trim() === "") throw new Error(`--${name} is blank`);
  return value;
};

const ONCE: Readonly<Record<string, string>> = {
  dir: "a memory has one folder",
  scope: "a memory has one scope",
  http: "one address is served",
  "token-file": "there is one file of tokens",
};

const readPlace = (dir: string | undefined, scope: string | undefined, isHttp: boolean): Place => {
  if (dir !== undefined && scope !== undefined) {
    throw new Error("--dir and --scope exclude each other: a memory is in a folder or in PostgreSQL");
  }
  if (dir !== undefined) return { kind: "folder", dir };
  const hasDatabase = (process.env["LEMBAS_POSTGRES_URL"] ?? "") !== "";
  if (hasDatabase && (scope !== undefined || isHttp)) return { kind: "postgres", scope };
  if (scope !== undefined) {
    throw new Error("--scope needs LEMBAS_POSTGRES_URL in the environment: where the database is");
  }
  throw new Error("--dir DIR is missing: the folder of the memory");
};

const readHttp = (
  address: string | undefined,
  tokenFile: string | undefined,
  allowedHosts: readonly string[],
): HttpRequest | undefined => {
  if (address === undefined) {
    if (tokenFile !== undefined || allowedHosts.length > 0) {
      throw new Error("--token-file and --allow-host are for --http");
    }
    return undefined;
  }
  const { host = "127.0.0.1", port } = ADDRESS.exec(address)?.groups ?? {};
  if (port === undefined || Number(port) > 65_535) {
    throw new Error(`--http must be a port, or a host, a colon and a port; got ${address}`);
  }
  if (tokenFile === undefined)
    throw new Error("--token-file FILE is missing: --http is for those who have a token");
  return { host: host.replace(/^\[|\]$/g, ""), port: Number(port), tokenFile, allowedHosts };
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
      scope: { type: "string", multiple: true },
      http: { type: "string", multiple: true },
      "token-file": { type: "string", multiple: true },
      "allow-host": { type: "string", multiple: true },
      limit: { type: "string", multiple: true },
      "read-only": { type: "boolean" },
      history: { type: "boolean" },
      help: { type: "boolean", short: "h" },
      version: { type: "boolean" },
    },
  });
  if (values.help || values.version) return { kind: values.help ? "help" : "version" };
  const http = readHttp(
    readOne("http", values.http),
    readOne("token-file", values["token-file"]),
    values["allow-host"] ?? [],
  );
  return {
    kind: "serve",
    place: readPlace(readOne("dir", values.dir), readOne("scope", values.scope), http !== undefined),
    http,
    targets: readTargets(values.limit ?? []),
    readOnly: values["read-only"] ?? false,
    history: values.history ?? false,
  };
};
