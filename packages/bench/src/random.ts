/** Numbers from 0 up to 1, the same ones for the same seed, so that every run measures the same texts. */
export const randomNumbers = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

const words = [
  "const",
  "result",
  "await",
  "return",
  "entries",
  "length",
  "for",
  "path",
  "null",
  "=>",
  "()",
  "{",
];

/** Lines of about 40 characters that look like source, each ending with a newline. */
export const sourceLines = (count: number, seed: number): string[] => {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, (_, index) => {
    const picked = Array.from({ length: 6 }, () => words[Math.floor(random() * words.length)]);
    return `${picked.join(" ")} // ${index}\n`;
  });
};
