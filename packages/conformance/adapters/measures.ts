import type { JsonObject } from "../src/cases/json.js";

/** The measures that a case can name. Specification 1.14. */
const MEASURES: Readonly<Record<string, (text: string) => number>> = {
  utf8_bytes: (text) => new TextEncoder().encode(text).length,
  words: (text) => text.match(/\S+/gu)?.length ?? 0,
  halved_when_even: (text) => {
    const characters = [...text].length;
    return characters % 2 === 0 ? characters / 2 : characters;
  },
};

/** The measure that a case or its options name, as the function that the packages take. */
export const measureOf = ({ measure }: JsonObject): { measure?: (text: string) => number } => {
  if (measure === undefined) return {};
  const named = typeof measure === "string" ? MEASURES[measure] : undefined;
  if (!named) throw new Error(`unknown measure ${JSON.stringify(measure)}`);
  return { measure: named };
};
