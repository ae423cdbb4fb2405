import { everythingWhole } from "./everything-whole.js";
import { CHARACTERS_PER_TOKEN, type Policy, type Unit } from "./policy.js";

/** A way of taking out old results that agents have. */
interface Pruning {
  readonly name: string;
  /** The newest results that stay, and how much older ones must have to be taken out: in tokens. */
  readonly protect: number;
  readonly minimum: number;
  /** Whether a result that is not longer than what would stand in its place stays. */
  readonly keepsShort: boolean;
  /** What stands in their place, in either unit. */
  readonly placeholder: Readonly<Record<Unit, number>>;
}

/**
 * Everything whole; before a model call, where the results that are older than the newest `protect` tokens of results
 * have at least `minimum` together, all of those are replaced. These agents take as many characters for a token too.
 */
const pruneOldResults = (
  { name, protect, minimum, keepsShort, placeholder }: Pruning,
  unit: Unit,
): Policy => {
  const scale = unit === "tokens" ? 1 : CHARACTERS_PER_TOKEN;
  return {
    ...everythingWhole(),
    name,
    rewritesSent: true,
    beforeCall(size) {
      size.prune({ protect: protect * scale, minimum: minimum * scale, keepsShort }, placeholder[unit]);
    },
  };
};

/**
 * What opencode does with its option `compaction.prune` (anomalyco/opencode: packages/opencode/src/session/compaction.ts,
 * `PRUNE_PROTECT` and `PRUNE_MINIMUM`): the newest 40,000 tokens of results stay, and only 20,000 and more are replaced,
 * by `[Old tool result content cleared]`. opencode does it when the person's turn is over, and leaves the newest two
 * turns, and what its tool `skill` gave; since most recordings are one turn, here it is done before each call, to all.
 */
export const pruneAsOpenCode = (unit: Unit): Policy =>
  pruneOldResults(
    {
      ...{ name: "prune as opencode does", protect: 40_000, minimum: 20_000, keepsShort: false },
      placeholder: { tokens: 7, characters: 33 },
    },
    unit,
  );

/**
 * What Gemini CLI does (google-gemini/gemini-cli: packages/core/src/context/toolOutputMaskingService.ts,
 * docs/reference/configuration.md, `contextManagement.tools.outputMasking`): the newest 50,000 tokens of results stay,
 * and only 30,000 and more are replaced, by the first and the last 250 characters of each with the path of a file that
 * has it whole: 700 characters. A result that is not longer stays. Gemini CLI does not count those of the newest turn,
 * and keeps the first and the last ten lines of what its shell printed, however long; here they are as all others.
 */
export const maskAsGeminiCli = (unit: Unit): Policy =>
  pruneOldResults(
    {
      ...{ name: "mask as Gemini CLI does", protect: 50_000, minimum: 30_000, keepsShort: true },
      placeholder: { tokens: 175, characters: 700 },
    },
    unit,
  );
