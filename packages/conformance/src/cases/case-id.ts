import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import canonicalize from "canonicalize";
import type { JsonObject } from "./json.js";

/**
 * The input as RFC 8785 JSON: equal inputs give equal texts, whatever the order of their keys (Specification 5.3).
 *
 * @example
 * canonicalJson({ b: 1, a: [] }); // '{"a":[],"b":1}'
 */
export const canonicalJson = (input: JsonObject): string => canonicalize(input) ?? "";

/**
 * The id of a case that brings none: `<suite>/` and the first 8 hex digits of SHA-256 of its input as RFC 8785
 * JSON (Specification 5.3).
 *
 * @example
 * caseId("format", { op: "count", n: 5 }); // "format/" and 8 hex digits
 */
export const caseId = (suite: string, input: JsonObject): string =>
  `${suite}/${bytesToHex(sha256(utf8ToBytes(canonicalJson(input)))).slice(0, 8)}`;
