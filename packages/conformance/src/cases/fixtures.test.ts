import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { IMPLEMENTATIONS } from "../../adapters/implementations.js";
import { fixturesFolder } from "./fixtures-folder.js";
import { loadCases, suiteNames } from "./load-cases.js";
import { SEED_DIGESTS } from "./seed-digests.js";

const CHAPTERS: Readonly<Record<string, string>> = {
  format: "1",
  context: "2",
  memory: "3",
  "jobs-note": "4",
  messages: "6",
};

const specification = readFileSync(join(fixturesFolder(), "SPECIFICATION.md"), "utf8");
const sections = [...specification.matchAll(/^### (\d+\.\d+) \S.*$/gmu)].map(([, number]) => number ?? "");
const cases = loadCases();
const files = [...new Set(cases.map((item) => item.file))];
const ours = cases.filter((item) => item.group === "ours");

const sectionOf = (why: string | undefined): string | undefined => /^(\d+\.\d+) \S/u.exec(why ?? "")?.[1];

it("the specification's sections are numbered without a gap, in order", () => {
  const chapters = [...new Set(sections.map((section) => section.split(".")[0]))];
  const expected = chapters.flatMap((chapter) => {
    const own = sections.filter((section) => section.startsWith(`${chapter}.`));
    return own.map((_, index) => `${chapter}.${index + 1}`);
  });
  expect(sections).toEqual(expected);
  expect(chapters).toEqual(["1", "2", "3", "4", "5", "6"]);
});

describe.each(suiteNames())("the cases of %s", (suite) => {
  const own = ours.filter((item) => item.suite === suite);

  it("have an id of their file and a why of one line that begins with a section of their chapter", () => {
    const theme = (file: string): string => file.slice(0, -".json".length);
    const odd = own.filter(
      ({ id, why, file }) =>
        !new RegExp(`^${theme(file)}/[a-z0-9-]+$`, "u").test(id) ||
        why?.includes("\n") !== false ||
        !sectionOf(why)?.startsWith(`${CHAPTERS[suite]}.`) ||
        !sections.includes(sectionOf(why) ?? ""),
    );
    expect(odd.map(({ id, file, why }) => `${file} ${id}: ${why}`)).toEqual([]);
  });

  it("show every section of the chapter", () => {
    const shown = new Set(own.map((item) => sectionOf(item.why)));
    const chapter = sections.filter((section) => section.startsWith(`${CHAPTERS[suite]}.`));
    expect(chapter.filter((section) => !shown.has(section))).toEqual([]);
    expect(chapter.length).toBeGreaterThan(0);
  });

  it("need only what the package of this workspace has", async () => {
    const features = (await IMPLEMENTATIONS[suite]?.())?.features ?? [];
    const needs = new Set(own.flatMap((item) => item.needs));
    expect([...needs].filter((need) => !features.includes(need))).toEqual([]);
  });
});

it("K7 the chapter of each suite prints a whole case of it, above its first section", () => {
  const printed = specification.split(/^## /mu).flatMap((chapter) => {
    const [start = ""] = chapter.split(/^### /mu);
    return [...start.matchAll(/^```json\n(?<text>.*?)^```$/gmsu)].map((match) =>
      JSON.parse(match.groups?.["text"] ?? ""),
    );
  });
  const byId = new Map(cases.map((item) => [item.id, item]));
  const found = printed.map(({ id, why, needs = [], expect: answer, ...input }) => {
    const item = byId.get(id);
    expect({ input: item?.input, expect: item?.expect, why: item?.why, needs: item?.needs }, id).toEqual({
      input,
      expect: answer,
      why,
      needs,
    });
    return item?.suite ?? "";
  });
  expect(found.sort()).toEqual(suiteNames());
});

it("every section of chapter 5 is named by a test of this package", () => {
  const folder = join(import.meta.dirname, "..");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".test.ts"),
  );
  const text = names.map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
  const chapter = sections.filter((section) => section.startsWith("5."));
  expect(chapter.filter((section) => !text.includes(`"${section} `))).toEqual([]);
});

/** What may stand in a file as itself: ASCII, and what one sees for what it is. */
const PLAIN = /^[\n\u0020-\u007e…—§·×\p{Script=Latin}]*$/u;

it.each(files)("%s holds unusual characters as escapes only", (file) => {
  const text = readFileSync(join(fixturesFolder(), file), "utf8");
  const odd = text.split("\n").filter((line) => !PLAIN.test(line) || line !== line.normalize("NFC"));
  expect(odd).toEqual([]);
  expect(text.replace(/\\\\/gu, "")).not.toMatch(/\\ud[89ab][0-9a-f]{2}(?!\\ud[c-f])/iu);
});

it("every seed is loaded, and so its SHA-256 checked", () => {
  const seeds = cases.filter((item) => item.group === "seed");
  expect([...new Set(seeds.map((item) => item.suite))]).toEqual(Object.keys(SEED_DIGESTS));
});
