import { isJsonObject } from "@lembas/arguments";

/** Whether a value is what stands there. A type is taken from it, too. */
export type Check<Value> = (value: unknown) => value is Value;

/** A field that may be left out. */
export interface Optional<Value> {
  readonly optional: Check<Value>;
}

/** The fields of an object by their names. */
export interface Shape {
  readonly [name: string]: Check<unknown> | Optional<unknown>;
}

type Checked<Part> = Part extends Check<infer Value> ? Value : never;
type OptionalName<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends Optional<unknown> ? Name : never;
}[keyof Fields];

type Together<Type> = { [Name in keyof Type]: Type[Name] };

/** The type of the objects that have a shape. */
export type Shaped<Fields> = Together<
  { readonly [Name in Exclude<keyof Fields, OptionalName<Fields>>]: Checked<Fields[Name]> } & {
    readonly [Name in OptionalName<Fields>]?: Fields[Name] extends Optional<infer Value> ? Value : never;
  }
>;

/** A text; a journal has well-formed ones only. */
export const isText: Check<string> = (value): value is string =>
  typeof value === "string" && value.isWellFormed();

/** A whole number from 0 on. */
export const isCount: Check<number> = (value): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0;

export const isTrue: Check<true> = (value) => value === true;

export const isNull: Check<null> = (value) => value === null;

/** A SHA-256, 64 hex digits. */
export const isHash: Check<string> = (value): value is string =>
  typeof value === "string" && /^[0-9a-f]{64}$/.test(value);

export const either =
  <One, Other>(one: Check<One>, other: Check<Other>): Check<One | Other> =>
  (value): value is One | Other =>
    one(value) || other(value);

export const listOf =
  <Value>(check: Check<Value>): Check<readonly Value[]> =>
  (value): value is readonly Value[] =>
    Array.isArray(value) && value.every(check);

/** A list of exactly two counts. */
export const isTwoCounts: Check<readonly [number, number]> = (value): value is readonly [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every(isCount);

/** A list of exactly three counts. */
export const isThreeCounts: Check<readonly [number, number, number]> = (
  value,
): value is readonly [number, number, number] =>
  Array.isArray(value) && value.length === 3 && value.every(isCount);

export const optional = <Value>(check: Check<Value>): Optional<Value> => ({ optional: check });

const fits = (field: Check<unknown> | Optional<unknown>, value: unknown): boolean =>
  typeof field === "function" ? field(value) : value === undefined || field.optional(value);

/** The name of a field that an object lacks, has wrong, or has beyond the shape. */
export const findWrongField = (value: Readonly<Record<string, unknown>>, shape: Shape): string | undefined =>
  Object.entries(shape).find(([name, field]) => !fits(field, value[name]))?.[0] ??
  Object.keys(value).find((name) => !Object.hasOwn(shape, name));

export const shaped =
  <Fields extends Shape>(shape: Fields): Check<Shaped<Fields>> =>
  (value): value is Shaped<Fields> =>
    isJsonObject(value) && findWrongField(value, shape) === undefined;
