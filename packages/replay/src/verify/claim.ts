import { countCharacters } from "@lembas/format";
import type { Mark } from "./shown-lines.js";

/** What a text says that the conversation shows already. */
export interface Claim {
  readonly kind: "stub" | "repeat" | "mark";
  /** The results that it names. */
  readonly ids: readonly string[];
  /** Of a mark: the first and last line there. */
  readonly first?: number | undefined;
  readonly last?: number | undefined;
  /** Of a mark: the argument of the named result's call in which the lines stand, where it is not the result itself. */
  readonly argument?: string | undefined;
  /** Characters that it stands for; absent: the whole result. */
  readonly characters?: number | undefined;
}

/** The claim of a mark; `id` is the step that it names. */
export const claimOfMark = ({ first, last, argument, run }: Mark, id: string): Claim => ({
  ...{ kind: "mark", ids: [id], first, last, argument },
  characters: run.reduce((sum, { text }) => sum + countCharacters(text) + 1, 0),
});

/** The claim of a text that stands in the place of a whole result, by the ids that it names. */
export const claimOfText = (kind: "stub" | "repeat", text: string): Claim => ({
  kind,
  ids: text.match(/#[0-9a-f]+/g) ?? [],
});
