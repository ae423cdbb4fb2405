import { withoutSecrets } from "../secrets.js";
import { visible } from "../visible.js";
import { html, Markup } from "./markup.js";

/** A name is looked at for secrets as far as that, in code units: what is shown of it is far less. */
const LOOKED_AT = 2_000;

/** Characters that take about twice the room of others. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff00-\uff60MWmw@%]/u;

const BREAK = new Markup("<wbr>");

/** The name of a tool, or what else a recording may make of any length, on one line. */
export const shortName = (name: string, most = 60): string => {
  const characters = [...visible(withoutSecrets(name.slice(0, LOOKED_AT), new Map()))];
  return characters.length > most ? `${characters.slice(0, most - 1).join("")}…` : characters.join("");
};

/** As much of a name as has room in so many narrow characters: its beginning and its end, which tells it from others. */
export const fittingName = (name: string, room: number): string => {
  const characters = [...shortName(name, LOOKED_AT)];
  const widths = characters.map((character) => (WIDE.test(character) ? 2 : 1));
  if (widths.reduce((sum: number, width) => sum + width, 0) <= room) return characters.join("");
  const half = (room - 1) / 2;
  const countFitting = (all: readonly number[]): number => {
    let [count, left] = [0, half];
    for (const width of all) {
      left -= width;
      if (left < 0) break;
      count += 1;
    }
    return count;
  };
  const behind = countFitting(widths.toReversed());
  const beginning = characters.slice(0, countFitting(widths)).join("");
  return `${beginning}…${characters.slice(characters.length - behind).join("")}`;
};

/** A short name in a cell of a table, where it may break behind its underscores. */
export const nameCell = (name: string): Markup =>
  html`<bdi>${shortName(name)
    .split(/(?<=_)(?=[^_])/)
    .map((part, at) => html`${at === 0 ? undefined : BREAK}${part}`)}</bdi>`;

const [ISOLATE, POP] = [new Markup("\u2068"), new Markup("\u2069")];

/** A short name among other words, which keep their order whatever the direction of its script is. */
export const isolatedName = (name: string): Markup => html`${ISOLATE}${shortName(name)}${POP}`;
