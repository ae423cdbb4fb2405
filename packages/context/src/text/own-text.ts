/** Above this length a text is not copied: that would cost more than what may be held with it. */
const LONGEST_COPIED = 1_000_000;

/**
 * The same text, in memory of its own: engines make a part of a text by pointing into it, so that keeping a line of a
 * large file would keep the file.
 */
export const ownText = (text: string): string => (text.length > LONGEST_COPIED ? text : ` ${text}`.slice(1));
