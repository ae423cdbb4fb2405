import { visible } from "../visible.js";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** HTML that may stand in a page as it is. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What may stand in a template: texts and numbers are escaped, nothing stands for `undefined`. */
type Part = Markup | string | number | undefined | readonly Part[];

const escaped = (part: Part): string => {
  if (part === undefined) return "";
  if (part instanceof Markup) return part.text;
  if (typeof part === "number") return String(part);
  if (typeof part !== "string") return part.map(escaped).join("");
  return visible(part).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
};

/**
 * HTML from a template: whatever is put into it is escaped, but for HTML that was made in the same way.
 *
 * @example
 * html`<td>${"<b>"}</td>`.text; // "<td>&lt;b&gt;</td>"
 */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(strings.reduce((text, string, at) => text + escaped(parts[at - 1]) + string));

/** Lines of a text, escaped: newlines and tabs stay as they are. */
export const escapedLines = (text: string): Markup =>
  new Markup(
    text
      .split("\n")
      .map((line) => line.split("\t").map(escaped).join("\t"))
      .join("\n"),
  );
