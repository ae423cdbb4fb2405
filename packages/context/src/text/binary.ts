/** How many characters are looked at, how many of them must be odd, and at least which share, in tenths. */
const LOOKED_AT = 8_000;
const LEAST_ODD = 32;
const LEAST_TENTHS = 3;

/** What stands for bytes that are no text, and controls that no program sends to a terminal; 0 is passed over before. */
const isOdd = (unit: number): boolean =>
  unit === 0xfffd ||
  unit < 0x07 ||
  (unit > 0x0f && unit < 0x20 && unit !== 0x1b) ||
  (unit > 0x7e && unit < 0xa0 && unit !== 0x85);

/**
 * Whether a text is the bytes of a program, of an archive or the like, read as text: such as a model has no use for.
 * Specification 2.29.
 */
export const isBinary = (text: string): boolean => {
  let seen = 0;
  let odd = 0;
  for (let index = 0; index < text.length && seen < LOOKED_AT; index++) {
    const unit = text.charCodeAt(index);
    if (unit === 0 || (unit >= 0xdc00 && unit <= 0xdfff)) continue;
    seen++;
    if (isOdd(unit)) odd++;
  }
  return odd >= LEAST_ODD && 10 * odd >= LEAST_TENTHS * seen;
};
