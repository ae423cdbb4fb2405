import { canonicalJson, caseId } from "./case-id.js";
import { FixtureError } from "./fixture-error.js";
import { isJsonObject, type JsonObject, type JsonValue } from "./json.js";

/** One case of a suite. */
export interface ConformanceCase {
  readonly suite: string;
  /** Stable: the case's own, or computed from its input (Specification 5.3). */
  readonly id: string;
  /** One line: the number of the section that the case shows, and the rule. Seeds have none. */
  readonly why?: string | undefined;
  /** Optional features that an implementation may lack. */
  readonly needs: readonly string[];
  /** What is put to the implementation: never the answer. */
  readonly input: JsonObject;
  readonly expect: JsonValue;
  /** The fixture file, for messages. */
  readonly file: string;
  /** What the case is counted with: `seed`, `ours`, or the folder that it came from. */
  readonly group: string;
}

/** The job of a flat jobs-note record has an id of its own, so such a case cannot bring one (Specification 5.3). */
const isFlatRecord = (suite: string, item: JsonObject): boolean =>
  suite === "jobs-note" && item["record"] === undefined;

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Where in a value a text is not well-formed: other languages cannot read it, and RFC 8785 refuses it. */
const findLoneSurrogate = (value: JsonValue, path = ""): string | undefined => {
  if (typeof value === "string") return LONE_SURROGATE.test(value) ? path : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const at = path === "" ? key : `${path}.${key}`;
    const found = LONE_SURROGATE.test(key) ? at : findLoneSurrogate(item, at);
    if (found !== undefined) return found;
  }
  return undefined;
};

const readCase = (suite: string, file: string, group: string, item: unknown, at: string): ConformanceCase => {
  if (!isJsonObject(item)) throw new FixtureError(`${at}: a case is an object`);
  const { expect, why, needs, ...rest } = item;
  const { id, ...withoutId } = rest;
  const flat = isFlatRecord(suite, item);
  const input = flat ? rest : withoutId;
  const named = typeof id === "string" && !flat ? `${at} (${id})` : at;
  const malformed = findLoneSurrogate(item);
  if (malformed !== undefined) throw new FixtureError(`${named}: field ${malformed} holds a lone surrogate`);
  if (expect === undefined) throw new FixtureError(`${named}: no \`expect\``);
  if (!flat && id !== undefined && typeof id !== "string")
    throw new FixtureError(`${named}: \`id\` is no text`);
  if (why !== undefined && typeof why !== "string") throw new FixtureError(`${named}: \`why\` is no text`);
  const features = Array.isArray(needs) ? needs.filter((need) => typeof need === "string") : [];
  if (needs !== undefined && (!Array.isArray(needs) || features.length !== needs.length)) {
    throw new FixtureError(`${named}: \`needs\` is no list of texts`);
  }
  const ownId = typeof id === "string" && !flat ? id : caseId(suite, input);
  return { suite, id: ownId, why, needs: features, input, expect, file, group };
};

/**
 * The cases of one fixture document (Specification 5.1), in its order.
 *
 * @param file how messages name the document, `memory/adding.json`
 * @param group what its cases are counted with in the summary
 * @throws {FixtureError} where the document or one of its cases is not in the form of a fixture
 * @example
 * readCases("format", "format/count.json", { cases: [{ op: "count", n: 5, expect: "5" }] }, "ours");
 */
export const readCases = (
  suite: string,
  file: string,
  document: unknown,
  group = "ours",
): ConformanceCase[] => {
  const list = isJsonObject(document) ? document["cases"] : undefined;
  if (!Array.isArray(list)) throw new FixtureError(`${file}: no list \`cases\``);
  return list.map((item, index) => readCase(suite, file, group, item, `${file}, case ${index + 1}`));
};

/**
 * Throws where two cases have one id, or one input and two answers (Specification 5.3).
 *
 * @throws {FixtureError} naming both cases and their files
 * @example
 * checkCases(readCases("format", "format/count.json", document));
 */
export const checkCases = (cases: readonly ConformanceCase[]): void => {
  const byId = new Map<string, ConformanceCase>();
  const byInput = new Map<string, ConformanceCase>();
  for (const item of cases) {
    const twin = byId.get(item.id);
    if (twin) throw new FixtureError(`${item.file}: the id ${item.id} is taken by a case of ${twin.file}`);
    byId.set(item.id, item);
    const input = `${item.suite} ${canonicalJson(item.input)}`;
    const equal = byInput.get(input);
    if (equal && canonicalJson({ expect: equal.expect }) !== canonicalJson({ expect: item.expect })) {
      throw new FixtureError(
        `${item.file}, ${item.id}: another answer to the input of ${equal.id} (${equal.file})`,
      );
    }
    byInput.set(input, item);
  }
};
