/** The characters that take two columns. Specification 1.13. */
const WIDE =
  /[\u1100-\u115f\u231a\u231b\u2329\u232a\u23e9-\u23ec\u23f0\u23f3\u25fd\u25fe\u2614\u2615\u2648-\u2653\u267f\u2693\u26a1\u26aa\u26ab\u26bd\u26be\u26c4\u26c5\u26ce\u26d4\u26ea\u26f2\u26f3\u26f5\u26fa\u26fd\u2705\u270a\u270b\u2728\u274c\u274e\u2753-\u2755\u2757\u2795-\u2797\u27b0\u27bf\u2b1b\u2b1c\u2b50\u2b55\u2e80-\u303e\u3041-\u3247\u3250-\u4dbf\u4e00-\ua4c6\ua960-\ua97c\uac00-\ud7a3\uf900-\ufad9\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{1b2fb}\u{1f004}\u{1f0cf}\u{1f18e}\u{1f191}-\u{1f19a}\u{1f200}-\u{1f320}\u{1f32d}-\u{1f64f}\u{1f680}-\u{1f6fc}\u{1f7e0}-\u{1f7f0}\u{1f900}-\u{1f9ff}\u{1fa70}-\u{1faff}\u{20000}-\u{3fffd}]/u;

const TAB_STOP = 8;

/** The first column behind `column` at which a tab stops. */
export const nextTabStop = (column: number): number => (Math.floor(column / TAB_STOP) + 1) * TAB_STOP;

/** How many columns a character takes that stands at `column`. Specification 1.13. */
export const columnWidth = (character: string, column: number): number => {
  if (character === "\t") return nextTabStop(column) - column;
  return character >= "\u1100" && WIDE.test(character) ? 2 : 1;
};
