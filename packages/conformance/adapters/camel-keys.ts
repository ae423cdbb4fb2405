import { isJsonObject, type JsonObject, type JsonValue } from "../src/cases/json.js";

const camel = (key: string): string => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * An object with its keys as TypeScript has them, `max_lines` as `maxLines`; in objects inside it too, but for the
 * keys named in `verbatim`, whose values stay as they are.
 */
export const camelKeys = (value: JsonObject, verbatim: readonly string[] = []): JsonObject =>
  Object.fromEntries(
    Object.entries(value).map(([key, item]): [string, JsonValue] => [
      camel(key),
      isJsonObject(item) && !verbatim.includes(key) ? camelKeys(item, verbatim) : item,
    ]),
  );
