/** A stretch of a JSON text, by UTF-16 units: from `start` up to, and without, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A field of an object in a JSON text: its name, read, and where its value stands. */
export interface FieldSpan extends Span {
  readonly name: string;
}

const SPACE = /[\t\n\r ]*/y;
const SCALAR = /[^\t\n\r ,\]}]*/y;
const STRUCTURE = /["[\]{}]/g;

/** Where a match of a sticky expression at this place ends. */
const endOf = (expression: RegExp, text: string, at: number): number => {
  expression.lastIndex = at;
  expression.test(text);
  return expression.lastIndex;
};

/** The first place at or behind this one that is no white space. */
export const skipSpace = (text: string, at: number): number => endOf(SPACE, text, at);

const endOfString = (text: string, start: number): number => {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let first = quote;
    while (text.charCodeAt(first - 1) === 92) first--;
    if ((quote - first) % 2 === 0) return quote + 1;
  }
  return text.length;
};

const endOfNested = (text: string, start: number): number => {
  let depth = 0;
  STRUCTURE.lastIndex = start;
  for (let found = STRUCTURE.exec(text); found !== null; found = STRUCTURE.exec(text)) {
    const [sign] = found;
    if (sign === '"') {
      STRUCTURE.lastIndex = endOfString(text, found.index);
      continue;
    }
    depth += sign === "{" || sign === "[" ? 1 : -1;
    if (depth === 0) return STRUCTURE.lastIndex;
  }
  return text.length;
};

/** Where the value ends that begins here. */
export const endOfValue = (text: string, start: number): number => {
  const sign = text[start];
  if (sign === '"') return endOfString(text, start);
  return sign === "{" || sign === "[" ? endOfNested(text, start) : endOf(SCALAR, text, start);
};

/**
 * The fields of the object that begins here, in their order, a name that stands twice among them twice. The text must
 * be JSON: it is not checked.
 */
export const fieldsOf = (text: string, object: number): FieldSpan[] => {
  const fields: FieldSpan[] = [];
  for (let at = skipSpace(text, object + 1); text[at] === '"'; ) {
    const nameEnd = endOfString(text, at);
    const name: string = JSON.parse(text.slice(at, nameEnd));
    const start = skipSpace(text, skipSpace(text, nameEnd) + 1);
    const end = endOfValue(text, start);
    fields.push({ name, start, end });
    const comma = skipSpace(text, end);
    if (text[comma] !== ",") break;
    at = skipSpace(text, comma + 1);
  }
  return fields;
};

/** The items of the list that begins here, in their order. The text must be JSON: it is not checked. */
export const itemsOf = (text: string, list: number): Span[] => {
  const items: Span[] = [];
  for (let start = skipSpace(text, list + 1); start < text.length && text[start] !== "]"; ) {
    const end = endOfValue(text, start);
    items.push({ start, end });
    const comma = skipSpace(text, end);
    if (text[comma] !== ",") break;
    start = skipSpace(text, comma + 1);
  }
  return items;
};
