/** An object whose fields are not known. */
export interface JsonRecord {
  readonly [name: string]: unknown;
}

/** Whether a value is an object and no list. */
export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value);
