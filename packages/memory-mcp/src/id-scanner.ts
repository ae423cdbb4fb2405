const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const OPEN: ReadonlySet<number> = new Set([0x7b, 0x5b]);
const CLOSE: ReadonlySet<number> = new Set([0x7d, 0x5d]);

/** The most bytes of a name or an id that are kept. */
const KEPT = 256;

/** Finds the id of a JSON-RPC message while its bytes go by, so that a message need not be kept to be answered. */
export class IdScanner {
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  /** What stands at the top of the message since the last comma, colon or brace. */
  #bytes: number[] = [];
  #name = "";
  #id: string | number | null = null;

  /** The id: null where the message has none by now. */
  get id(): string | number | null {
    return this.#id;
  }

  scan(bytes: Uint8Array): void {
    for (const byte of bytes) this.#take(byte);
  }

  #take(byte: number): void {
    if (this.#isInText) {
      this.#keep(byte);
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte === QUOTE) this.#isInText = false;
    } else if (OPEN.has(byte)) {
      this.#depth++;
      this.#bytes = [];
    } else if (CLOSE.has(byte)) {
      if (this.#depth === 1) this.#closeField();
      this.#depth--;
    } else if (this.#depth === 1 && byte === COLON) {
      this.#name = String(this.#value());
      this.#bytes = [];
    } else if (this.#depth === 1 && byte === COMMA) {
      this.#closeField();
    } else {
      this.#isInText = byte === QUOTE;
      this.#keep(byte);
    }
  }

  #keep(byte: number): void {
    if (this.#depth === 1 && this.#bytes.length < KEPT) this.#bytes.push(byte);
  }

  #closeField(): void {
    const value = this.#value();
    if (this.#name === "id" && (typeof value === "string" || typeof value === "number")) this.#id = value;
    this.#name = "";
    this.#bytes = [];
  }

  #value(): unknown {
    try {
      return JSON.parse(Buffer.from(this.#bytes).toString());
    } catch {
      return undefined;
    }
  }
}
