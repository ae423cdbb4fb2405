/** A program in a README, and what the README says that it prints. */
export interface Snippet {
  /** The line of the README where the program begins, from 1. */
  readonly line: number;
  readonly code: string;
  /** What it prints, to the character; nothing where no `text` block stands right below. */
  readonly prints: string;
}

interface Block {
  readonly language: string;
  readonly line: number;
  readonly text: string;
  /** What stands between the block before and this one. */
  readonly lead: string;
}

const fences = /^(?<fence>`{3,}|~{3,})(?<language>[^\n]*)\n(?<text>.*?)^\k<fence>$/gmsu;

/** The headings of the second level, those that stand in a code block left out. */
export const readHeadings = (markdown: string): string[] =>
  markdown
    .replace(fences, "")
    .split("\n")
    .filter((line) => line.startsWith("## "));

const readBlocks = (markdown: string): Block[] => {
  const blocks: Block[] = [];
  let end = 0;
  for (const match of markdown.matchAll(fences)) {
    const { language = "", text = "" } = match.groups ?? {};
    const line = markdown.slice(0, match.index).split("\n").length + 1;
    blocks.push({ language: language.trim(), line, text, lead: markdown.slice(end, match.index) });
    end = match.index + match[0].length;
  }
  return blocks;
};

/** The programs of a README: its `js` blocks, each with the `text` block that stands right below it, if one does. */
export const readSnippets = (markdown: string): Snippet[] => {
  const blocks = readBlocks(markdown);
  return blocks.flatMap(({ language, line, text }, index) => {
    if (language !== "js") return [];
    const next = blocks[index + 1];
    const isOutput = next?.language === "text" && next.lead.trim() === "";
    return [{ line, code: text, prints: isOutput ? next.text : "" }];
  });
};
