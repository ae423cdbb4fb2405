import type { Operation } from "./operations/operation.js";
import { readOperations } from "./operations/operation.js";

/** What {@link operationKey} uses of the Web Crypto API, which a page that is not served securely lacks. */
const subtle: typeof globalThis.crypto.subtle | undefined = globalThis.crypto?.subtle;

const toHex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

const digest = async (text: string): Promise<string> =>
  subtle === undefined
    ? text
    : toHex(await subtle.digest("SHA-256", new TextEncoder().encode(text))).slice(0, 32);

const toParts = ({ action, content, oldText }: Operation): string[] => [
  action.toLowerCase(),
  content,
  oldText,
];

/**
 * What names an operation to a store: the call's id and what the call asks for. The ids of some providers begin anew
 * with each turn, so that an id alone may come with another change.
 */
export const operationKey = async (id: string, ops: readonly unknown[]): Promise<string> =>
  `${id} ${await digest(JSON.stringify(readOperations(ops).map(toParts)))}`;
