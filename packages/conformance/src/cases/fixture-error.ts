/**
 * A fixture file that cannot be run: it is no JSON, breaks its schema, or its cases contradict each other. The
 * message names the file, the case and the field.
 *
 * @example
 * throw new FixtureError("memory/adding.json, case 3 (memory/adding/blank): no `expect`");
 */
export class FixtureError extends Error {
  override readonly name = "FixtureError";
}
