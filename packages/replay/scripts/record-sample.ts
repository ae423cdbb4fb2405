/**
 * Records `samples/working-session.jsonl`: a small task, really done in a scratch copy of the package `format` with
 * plain tools. Run it with `pnpm --filter @lembas/replay record`, or `… record FILE` for another place. The same tree
 * gives the same bytes: test files run in the order of their sizes, and the random test has a seed.
 */
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Recorder } from "./recorder.js";

const here = dirname(fileURLToPath(import.meta.url));
const repository = join(here, "../../..");
const scratch = realpathSync(mkdtempSync(join(tmpdir(), "lembas-sample-")));
const folder = join(scratch, "packages/format");
mkdirSync(folder, { recursive: true });
for (const name of [
  "src",
  "package.json",
  "README.md",
  "tsconfig.json",
  "vitest.config.ts",
  "tsup.config.ts",
])
  cpSync(join(repository, "packages/format", name), join(folder, name), { recursive: true });
cpSync(join(repository, "tsconfig.base.json"), join(scratch, "tsconfig.base.json"));
for (const place of [".", "packages/format"])
  symlinkSync(
    realpathSync(join(repository, place, "node_modules")),
    join(scratch, place, "node_modules"),
    "dir",
  );

const agent = new Recorder(folder, [repository, scratch]);
// Without its cache of last times, and not shuffled, vitest takes the files by their sizes.
const test = "vitest run --no-cache --sequence.shuffle=false --no-file-parallelism --reporter=verbose";

agent.user(
  "format can cut a text at its end (cutTail), but not at its start. Give it a public cutHead, use it where the package cuts heads today, with tests and a line in the README.",
);
agent.list("I look at the package.", ".");
agent.list("Its source.", "src");
agent.read("What it exports.", "src/index.ts");
agent.read("The function that is there.", "src/tail.ts");
agent.read("Its test, to write mine alike.", "src/tail.test.ts");
agent.grep("Who cuts heads today?", "cutHead", "src");
agent.read("There is a private one.", "src/one-line.ts");
agent.read("What it stands on.", "src/characters.ts");
agent.memory("Worth keeping.", {
  action: "add",
  content: "format: one file a concept, its test beside it; the index has explicit named exports.",
});
agent.read("How the README lists functions.", "README.md");
agent.read("The scripts.", "package.json");
agent.bash("All tests, before I change anything.", test);
agent.read("The private function again, to move it.", "src/one-line.ts", 1, 12);
agent.write(
  "The new file.",
  "src/head.ts",
  `import { firstCharacters } from "./characters.js";

/**
 * The first \`characters\` characters of a text; \`…\`, which is not counted, stands after them where something was
 * cut away.
 *
 * @throws {TypeError} \`text\` is no string, or \`characters\` no number
 * @throws {RangeError} \`characters\` is negative or not whole
 * @example cutHead("abcdef", 3) // "abc…"
 */
export const cutHead = (text: string, characters: number): string => {
  const head = firstCharacters(text, characters);
  return head.length < text.length ? \`\${head}…\` : head;
};
`,
);
agent.edit(
  "It goes from where it was.",
  "src/one-line.ts",
  `import { firstCharacters } from "./characters.js";\n`,
  `import { cutHead } from "./head.js";\n`,
);
agent.edit(
  "And its old body.",
  "src/one-line.ts",
  `const cutHead = (text: string, characters: number): string => {
  const head = firstCharacters(text, characters);
  return head.length < text.length ? \`\${head}…\` : head;
};

`,
  "",
);
agent.read("Is the file right?", "src/one-line.ts");
agent.edit(
  "Exported.",
  "src/index.ts",
  `export { formatDuration } from "./duration.js";\n`,
  `export { formatDuration } from "./duration.js";\nexport { cutHead } from "./head.js";\n`,
);
agent.grep("Who cuts heads now?", "cutHead", "src");
agent.bash("Types.", "tsc && echo fine");
agent.grep("And once more after the check of types.", "cutHead", "src");
agent.list("The source now.", "src");
agent.read("The tail's test once more, as a pattern.", "src/tail.test.ts");
agent.write(
  "A test.",
  "src/head.test.ts",
  `import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutHead } from "./head.js";

describe("a head", () => {
  test("is the start of the text, with an ellipsis exactly where something was cut away", () => {
    const anyText = fc.string({ unit: fc.constantFrom("a", "\\n", "…", "😀", "\\ud83d"), maxLength: 10 });
    fc.assert(
      fc.property(anyText, fc.nat({ max: 12 }), (text, count) => {
        const all = [...text.toWellFormed()];
        const expected = all.length <= count ? all.join("") : \`\${all.slice(0, count).join("")}… \`;
        expect(cutHead(text, count)).toBe(expected);
      }),
      { seed: 1 },
    );
  });
});
`,
);
agent.bash("Does it hold?", `${test} src/head.test.ts`);
agent.read("A space too many in my expectation?", "src/head.test.ts", 8, 6);
agent.edit("Yes.", "src/head.test.ts", '.join("")}… `', '.join("")}…`');
agent.bash("Again.", `${test} src/head.test.ts`);
agent.list("Listing, to see what else has a test.", "src");
agent.bash("All test files in one go, to see how they are written.", "cat src/*.test.ts");
const tests = agent.newest;
agent.recall("The part of it that was left out.", tests, "cat src/*.test.ts | sed -n '240,299p'", 240, 60);
agent.read("How errors are tested.", "src/characters.test.ts");
agent.edit(
  "Errors of mine.",
  "src/head.test.ts",
  `    );
  });
});
`,
  `    );
  });

  test("has a whole number of characters", () => {
    expect(() => cutHead("a", -3)).toThrow(
      new RangeError("characters must be a whole number of at least 0; got -3"),
    );
  });
});
`,
);
agent.bash("Again.", `${test} src/head.test.ts`);
agent.memory(
  "A rule I was told by the code.",
  { action: "add", content: "format: tests of wrong input compare the whole error message." },
  {
    action: "add",
    content: "format: properties are tested with fast-check, units include a lone surrogate.",
  },
);
agent.read("The label's tests cut heads too.", "src/one-line.test.ts");
agent.read("The caps cut heads in their own way.", "src/cap.ts");
agent.grep("Do they share anything?", "firstCharacters", "src");
agent.read("The first lines of it again.", "src/cap.ts", 1, 30);
agent.read("And the middle.", "src/cap.ts", 30, 40);
agent.read("The place where the two meet.", "src/cap.ts", 20, 30);
agent.answer("cap.ts marks its cuts in another way, so it stays as it is.");
agent.user(
  "Fine. Also measure it: cutHead on a text of a million characters should not walk through all of it.",
);
agent.read("How first characters are found.", "src/characters.ts", 1, 30);
agent.write(
  "A measurement, with a bar.",
  "measure.mjs",
  `import { performance } from "node:perf_hooks";

const cutHead = (text, characters) => {
  const head = Array.from(text.slice(0, 2 * characters)).slice(0, characters).join("");
  return head.length < text.length ? \`\${head}…\` : head;
};
const text = "x".repeat(1_000_000);
for (let round = 1; round <= 40; round += 1) {
  const start = performance.now();
  for (let call = 0; call < 200; call += 1) cutHead(text, 200);
  if (performance.now() - start > 1_000) process.exitCode = 1;
  process.stdout.write(\`\\rround \${round} of 40 [\${"#".repeat(round)}\${".".repeat(40 - round)}]\`);
}
process.stdout.write("\\nno round took a second\\n");
`,
);
const job = agent.background("In the background.", "job1", "node measure.mjs");
agent.read("Meanwhile the README.", "README.md", 30, 40);
agent.grep("Where it speaks of cutTail.", "cutTail", "src");
agent.edit("A line for cutHead.", "README.md", "`cutTail(", "`cutHead(text, characters)`, `cutTail(");
agent.read("Reads well?", "README.md", 1, 40);
agent.jobEnded("job1", "node measure.mjs", await job);
agent.bash("What did it print, in the foreground?", "node measure.mjs");
agent.remove("The measurement has done its work.", "measure.mjs");
agent.list("Nothing is left over.", ".");
agent.bash("All tests.", test);
agent.memory("Done with that.", {
  action: "replace",
  old_text: "tests of wrong input",
  content: "format: tests of wrong input compare the whole error message; see characters.test.ts.",
});
agent.compact(
  "Summary: cutHead is public in src/head.ts, used by src/one-line.ts, exported in src/index.ts, tested in src/head.test.ts; README.md names it. To do: the same words in docstrings, a last look at all files that were touched.",
);
agent.user("Go on with the last look.");
agent.list("The source after the summary.", "src");
agent.read("The new file.", "src/head.ts");
agent.read("Its test.", "src/head.test.ts");
agent.read("Where it is used.", "src/one-line.ts");
agent.read("The exports.", "src/index.ts");
agent.read("Its sibling.", "src/tail.ts");
agent.edit(
  "The docstrings of the two say where the rule is from in the same way.",
  "src/head.ts",
  " * cut away.\n",
  " * cut away. Specification 1.8.\n",
);
agent.read("Right?", "src/head.ts");
agent.read("And the sibling's words, to compare.", "src/tail.ts");
agent.bash("Types.", "tsc && echo fine");
agent.read("The usage, which is tested with cut texts.", "src/usage.ts");
agent.read("The counts beside it.", "src/count.ts");
agent.grep("All users of the ellipsis.", "…", "src");
agent.read("The exports once more.", "src/index.ts");
agent.edit(
  "A default for the README's example is not needed, but the words of the example are clearer with an emoji.",
  "src/head.ts",
  `cutHead("abcdef", 3) // "abc…"`,
  `cutHead("a😀cdef", 3) // "a😀c…"`,
);
agent.read("The whole once more.", "src/head.ts");
agent.read("The lines that were changed.", "src/head.ts", 3, 8);
agent.read("The test again.", "src/head.test.ts");
agent.grep("All users of the ellipsis, after the edit.", "…", "src");
agent.bash("All tests, a last time.", test);
agent.read("The label's code, for the answer.", "src/one-line.ts", 8, 20);
agent.list("What there is.", "src");
agent.bash("How long are the files?", "wc -l src/head.ts src/head.test.ts src/one-line.ts src/tail.ts");
agent.memory("For the next one.", {
  action: "add",
  content: "format: cutHead and cutTail are siblings; change both.",
});
agent.read("One thing before I end: the characters that a head counts.", "src/characters.ts", 44, 12);
agent.grep("No other private copy?", "const cutHead", ".");
agent.read("And the file of caps, its start.", "src/cap.ts", 1, 30);
agent.read("Its middle.", "src/cap.ts", 31, 40);
agent.read("The function that lies across the two.", "src/cap.ts", 22, 30);
agent.list("Done.", ".");
agent.answer("cutHead is public, tested, and used where the package cut heads before.");

const [file = join(here, "../samples/working-session.jsonl")] = process.argv.slice(2);
writeFileSync(file, agent.text);
rmSync(scratch, { recursive: true, force: true });
process.stdout.write(`${agent.results} results, ${agent.text.length} characters\n`);
