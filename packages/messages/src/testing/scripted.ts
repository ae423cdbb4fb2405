/** A call that the scripted model makes. */
export interface ScriptedCall {
  readonly id: string;
  readonly name: "read_file";
  readonly args: { readonly path: string; readonly offset: number };
}

const line = (number: number): string =>
  `export const value${number} = compute(${number}, "line ${number}");`;

/** A file of 60 lines, of which a reading shows 30. */
const FILE = Array.from({ length: 60 }, (_, index) => line(index + 1));

/** What the tool gives. */
export const readFile = ({ offset }: { readonly offset: number }): string =>
  FILE.slice(offset - 1, offset + 29).join("\n");

const call = (id: string, offset: number): ScriptedCall => ({
  id,
  name: "read_file",
  args: { path: "src/values.ts", offset },
});

/** Turns of a model that asks for the same file again and again, twice at once in the second; then it is done. */
export const TURNS: readonly (readonly ScriptedCall[])[] = [
  [call("call_1", 1)],
  [call("call_2", 10), call("call_3", 20)],
  [call("call_4", 1)],
  [call("call_5", 1)],
  [call("call_6", 1)],
  [],
];

/** How many results the model was sent, and how many of them it has now. */
export const turnOf = (results: number): number => {
  let sum = 0;
  const turn = TURNS.findIndex((calls) => {
    sum += calls.length;
    return sum > results;
  });
  return turn === -1 ? TURNS.length - 1 : turn;
};

/** The calls that a model makes which has so many results; none where it is done. */
export const nextCalls = (results: number): readonly ScriptedCall[] => TURNS[turnOf(results)] ?? [];

const quote = (number: number): string => `"${line(number).slice(0, 30)}…"`;

const mark = (count: number, first: number, id: string, from: number): string =>
  `[${count} lines same as lines ${first}-${first + count - 1} of ${id}, from ${quote(from)} to ${quote(from + count - 1)}]`;

const lines = (from: number, to: number): string => FILE.slice(from - 1, to).join("\n");

/** What the six results must be when they are sent: overlaps are named, and who asks again at once sees all. */
export const EXPECTED: readonly string[] = [
  `[#74196f]\n${lines(1, 30)}`,
  `[#1b68f8]\n${mark(21, 10, "#74196f", 10)}\n${lines(31, 39)}`,
  `[#259d35]\n${mark(11, 20, "#74196f", 20)}\n${mark(9, 22, "#1b68f8", 31)}\n${lines(40, 49)}`,
  `[#ff1c85]\n${mark(30, 1, "#74196f", 1)}`,
  `[#c56727]\n${lines(1, 30)}`,
  `[#c75686]\n${mark(30, 1, "#c56727", 1)}`,
];
