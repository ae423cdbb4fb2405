/** A mark: which lines it stands for, and where these stand. Specification 6.4. */
export interface Mark {
  /** How many lines it stands for. */
  readonly count: number;
  /** The number of the first of them here, where the text numbers its lines. */
  readonly number?: number;
  /** The result that shows them. */
  readonly id: string;
  /** The argument of that result's call in which they stand, where it is not the result itself. */
  readonly argument?: string;
  /** The numbers of the first and the last of them there. */
  readonly first: number;
  readonly last: number;
}

const MARK =
  /^\[(?:lines (?<from>[0-9]{1,15})-(?<to>[0-9]{1,15})|(?<count>[0-9]{1,15}) lines) same as lines (?<first>[0-9]{1,15})-(?<last>[0-9]{1,15}) of (?:"(?<argument>[^"]+)" in the call of )?(?<id>#[0-9a-f]{6,64})(?:, from ".*")?\]$/su;

/** Whether a text may have a line that is a mark: far quicker than reading its lines. */
export const mayHaveMarks = (text: string): boolean => text.includes(" same as lines ");

/** The mark that a line is; `undefined` where it has not the form of one. */
export const readMark = (line: string): Mark | undefined => {
  if (!line.startsWith("[") || !mayHaveMarks(line)) return undefined;
  const groups = MARK.exec(line)?.groups;
  if (!groups) return undefined;
  const { id = "", argument, from } = groups;
  const first = Number(groups["first"]);
  const last = Number(groups["last"]);
  const count = last - first + 1;
  const own = from === undefined ? Number(groups["count"]) : Number(groups["to"]) - Number(from) + 1;
  if (count < 1 || own !== count) return undefined;
  return {
    count,
    ...(from !== undefined && { number: Number(from) }),
    id,
    ...(argument !== undefined && { argument }),
    first,
    last,
  };
};
