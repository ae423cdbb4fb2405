import { countCharacters } from "@lembas/format";
import type { ReadStep } from "../step.js";

const PAGE_LINES = 2_000;
const PAGE_CHARACTERS = 50_000;

/** In which form the conversation has its texts. */
export interface TextForm {
  /** Whether lines have their numbers before them; `undefined`: the texts themselves say so. */
  readonly isNumbered: boolean | undefined;
  /** Whether one read shows 2,000 lines and 50,000 characters at most. */
  readonly isBounded: boolean;
  /** Whether what the call of a write holds counts as shown. */
  readonly hasWrites: boolean;
  /** What stands between number and line in a text whose tool numbers its lines itself; `undefined` for any other. */
  readonly numberingOf: (text: string) => string | undefined;
  /** Whether lines that may say that something went wrong must be shown; absent: so it is. */
  readonly hasAlerts?: boolean | undefined;
}

/** The lines that a read of a file would show if nothing of it had been shown before. */
export interface ExpectedRead {
  readonly first: number;
  readonly last: number;
  readonly total: number;
  readonly lines: readonly string[];
}

/** Works out, from the recording alone, which whole lines a read shows: after its limit, the file's end and the bound. */
export const expectedRead = (step: ReadStep, { isNumbered, isBounded }: TextForm): ExpectedRead => {
  const all = step.content.split("\n");
  if (all.at(-1) === "") all.pop();
  const most = isBounded ? PAGE_LINES : all.length;
  const limit = step.limit === undefined || step.limit < 1 ? most : step.limit;
  const asked = all.slice(step.first - 1, step.first - 1 + limit);
  const lines: string[] = [];
  let characters = -1;
  for (const line of asked) {
    const number = isNumbered !== false ? `${step.first + lines.length}: ` : "";
    characters += number.length + countCharacters(line) + 1;
    if (isBounded && characters > PAGE_CHARACTERS) break;
    lines.push(line);
  }
  return { first: step.first, last: step.first + lines.length - 1, total: all.length, lines };
};
