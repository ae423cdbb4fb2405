import { createHash, timingSafeEqual } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";

/** What a token lets its holder do. */
export interface Grant {
  /** The scope that its line names. */
  readonly scope: string | undefined;
}

/** The characters that a bearer token may have (RFC 6750, 2.1), and the fewest of them. */
const TOKEN = /^[A-Za-z0-9\-._~+/]{32,}=*$/;

const digestOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** The tokens of a file. */
export class Tokens {
  readonly #grants: readonly (Grant & { readonly digest: Buffer })[];

  /** @throws {Error} a line is not a token with an optional scope, or there is none; the message names the line alone */
  constructor(text: string) {
    this.#grants = text.split("\n").flatMap((line, index) => {
      const words = line.trim().split(/\s+/u);
      const [token = "", scope, ...more] = words;
      if (token === "" || token.startsWith("#")) return [];
      if (!TOKEN.test(token) || more.length > 0) {
        throw new Error(
          `line ${index + 1} is not a token of at least 32 letters, digits and -._~+/, alone or with a scope behind it`,
        );
      }
      return [{ digest: digestOf(token), scope }];
    });
    if (this.#grants.length === 0) throw new Error("it has no token");
  }

  /** The scopes that the lines name; undefined among them where one names none. */
  get scopes(): ReadonlySet<string | undefined> {
    return new Set(this.#grants.map(({ scope }) => scope));
  }

  /** What a token grants; undefined for one that is not in the file. It takes as long for each. */
  find(token: string): Grant | undefined {
    const digest = digestOf(token);
    let found: Grant | undefined;
    for (const grant of this.#grants) {
      if (timingSafeEqual(grant.digest, digest)) found = grant;
    }
    return found;
  }
}

/** Refuses a file that others may read or write: whoever has a token has the memory. */
const checkOwn = async (file: FileHandle): Promise<void> => {
  // Windows has no such modes.
  if (process.getuid === undefined) return;
  const { mode, uid } = await file.stat();
  if ((mode & 0o077) !== 0) {
    const others = (mode & 0o777).toString(8).padStart(4, "0");
    throw new Error(
      `it has the mode ${others}, so that others may use it: chmod 600 makes it its owner's alone`,
    );
  }
  if (uid !== process.getuid() && uid !== 0) throw new Error("it belongs to another user");
};

/**
 * Reads a file of tokens: one on each line, alone or with a scope behind it; blank lines and those that begin with `#`
 * are passed over.
 *
 * @throws {Error} it cannot be read, others may use it, or a line is wrong; the message says which, and holds no token
 */
export const readTokens = async (path: string): Promise<Tokens> => {
  const file = await open(path, constants.O_RDONLY);
  try {
    await checkOwn(file);
    return new Tokens(await file.readFile("utf8"));
  } finally {
    await file.close();
  }
};
