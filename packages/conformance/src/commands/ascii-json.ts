/**
 * A value as JSON in ASCII alone, so that no reader's default encoding or idea of a line end can change it
 * (Specification 5.5).
 *
 * @example
 * asciiJson({ text: "…" }); // '{"text":"\\u2026"}'
 */
export const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
