/** One call of a tool. */
export interface ScriptedCall {
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What a scripted model answers: calls, or a text that ends its turn. */
export interface Reply {
  readonly calls: readonly ScriptedCall[];
  readonly text: string;
}

/** What a framework puts into the place of a result that it cleared. */
export const CLEARED = "[cleared]";

type Line = string | readonly (readonly [name: string, args: Readonly<Record<string, unknown>>])[];

/** The model of a test: it answers line by line, and keeps what it was given. */
export class Script {
  /** Each text that the model was given, once, in the order in which it came: system prompt, users' texts, results. */
  readonly given: string[] = [];
  /** The texts of each request. */
  readonly requests: (readonly string[])[] = [];
  /** Each request as its API has it, as JSON. */
  readonly raw: string[] = [];
  readonly #lines: Line[];
  #calls = 0;

  constructor(lines: readonly Line[]) {
    this.#lines = [...lines];
  }

  /** Answers a request, whose texts come in the order of the prompt. */
  readonly reply = (texts: readonly string[], raw?: unknown): Reply => {
    this.raw.push(JSON.stringify(raw ?? texts));
    for (const text of texts.filter((text) => text !== CLEARED && !this.given.includes(text))) {
      const [, since] = /\] (?:Unchanged since|Same result as) (#\w+)/.exec(text) ?? [];
      if (since !== undefined && !texts.some((other) => other.startsWith(`[${since}`))) {
        throw new Error(`the conversation does not hold what this names: ${text}`);
      }
      this.given.push(text);
    }
    this.requests.push(texts);
    const line = this.#lines.shift();
    if (line === undefined) throw new Error("the script is over");
    if (typeof line === "string") return { calls: [], text: line };
    return { text: "", calls: line.map(([name, args]) => ({ id: `call_${++this.#calls}`, name, args })) };
  };
}

/** Refuses a request in which a call has no result, as providers do. */
export const checkAnswered = (called: readonly string[], answered: readonly string[]): void => {
  const open = called.filter((id) => !answered.includes(id));
  if (open.length > 0) throw new Error(`no result for ${open.join(", ")}`);
};
