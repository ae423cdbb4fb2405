import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { FixtureError } from "./fixture-error.js";
import { fixturesFolder } from "./fixtures-folder.js";
import { isJsonObject } from "./json.js";

const validators = new Map<string, ValidateFunction>();

const validatorOf = (suite: string): ValidateFunction | undefined => {
  const path = join(fixturesFolder(), "schema", `${suite}.json`);
  if (!existsSync(path)) return undefined;
  const validator =
    validators.get(suite) ??
    new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }).compile(
      JSON.parse(readFileSync(path, "utf8")),
    );
  validators.set(suite, validator);
  return validator;
};

const depth = (error: ErrorObject): number => error.instancePath.split("/").length;

const describe = (error: ErrorObject): string => {
  const extra = error.params["additionalProperty"] ?? error.params["unevaluatedProperty"];
  const detail = extra === undefined ? "" : ` (${JSON.stringify(extra)})`;
  return `${error.message}${detail}`;
};

/**
 * Checks a fixture document against its suite's JSON Schema (`schema/<suite>.json` of `@lembas/fixtures`, draft
 * 2020-12).
 *
 * @param file how the message names the document
 * @throws {FixtureError} naming file, case and field
 * @example
 * validateFixture("format", "format/count.json", JSON.parse(text));
 */
export const validateFixture = (suite: string, file: string, document: unknown): void => {
  const validate = validatorOf(suite);
  if (!validate || validate(document)) return;
  const errors = validate.errors ?? [];
  const deepest = Math.max(...errors.map(depth));
  const error = errors.find((item) => depth(item) === deepest);
  if (!error) throw new FixtureError(`${file}: breaks the schema`);
  const [, , index, ...field] = error.instancePath.split("/");
  const list = isJsonObject(document) ? document["cases"] : undefined;
  const item: unknown = Array.isArray(list) ? list[Number(index)] : undefined;
  const id = isJsonObject(item) && typeof item["id"] === "string" ? ` (${item["id"]})` : "";
  const at = index === undefined ? file : `${file}, case ${Number(index) + 1}${id}`;
  throw new FixtureError(`${at}: ${field.length > 0 ? `${field.join(".")} ` : ""}${describe(error)}`);
};
