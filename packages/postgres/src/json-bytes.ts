/** A value as the tables keep it: JSON, in UTF-8. A lone surrogate in a string is an escape in it. */
export const toBytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

/** The value of what {@link toBytes} gave. */
export const fromBytes = <Value>(bytes: Uint8Array): Value => JSON.parse(new TextDecoder().decode(bytes));
