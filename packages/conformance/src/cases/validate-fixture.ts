import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { FixtureError } from "./fixture-error.js";
import { fixturesFolder } from "./fixtures-folder.js";
import { isJsonObject } from "./json.js";

const validators = new Map<string, ValidateFunction>();

const validatorOf = (suite: string): ValidateFunction => {
  const path = join(fixturesFolder(), "schema", `${suite}.json`);
  if (!existsSync(path)) throw new FixtureError(`${path}: the suite ${suite} has no schema`);
  const validator =
    validators.get(suite) ??
    new Ajv2020({ allErrors: true, strictTypes: false, strictRequired: false, verbose: true }).compile(
      JSON.parse(readFileSync(path, "utf8")),
    );
  validators.set(suite, validator);
  return validator;
};

const depth = (error: ErrorObject): number => error.instancePath.split("/").length;

const describe = ({ keyword, message, params, data }: ErrorObject): string => {
  if (keyword === "additionalProperties" || keyword === "unevaluatedProperties")
    return `has an unknown field ${JSON.stringify(params["additionalProperty"] ?? params["unevaluatedProperty"])}`;
  if (keyword === "enum")
    return `is ${JSON.stringify(data)}, must be one of ${params["allowedValues"].join(", ")}`;
  if (keyword === "const")
    return `is ${JSON.stringify(data)}, must be ${JSON.stringify(params["allowedValue"])}`;
  return message ?? keyword;
};

/** Of all errors the deepest says most; an `if` only says that its `then` has one. */
const mostTelling = (errors: readonly ErrorObject[]): ErrorObject | undefined => {
  const own = errors.filter((error) => error.keyword !== "if");
  const deepest = Math.max(...own.map(depth));
  return own.find((error) => depth(error) === deepest);
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
  if (validate(document)) return;
  const error = mostTelling(validate.errors ?? []);
  const [, , index, ...field] = error?.instancePath.split("/") ?? [];
  const list = isJsonObject(document) ? document["cases"] : undefined;
  const item: unknown = Array.isArray(list) ? list[Number(index)] : undefined;
  const id = isJsonObject(item) && typeof item["id"] === "string" ? ` (${item["id"]})` : "";
  const at = index === undefined ? file : `${file}, case ${Number(index) + 1}${id}`;
  const problem = error === undefined ? "breaks the schema" : describe(error);
  throw new FixtureError(`${at}: ${field.length > 0 ? `field ${field.join(".")} ` : ""}${problem}`);
};
