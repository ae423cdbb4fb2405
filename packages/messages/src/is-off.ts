interface Environment {
  readonly env?: Readonly<Record<string, string | undefined>>;
}

const ownProcess = (globalThis as { readonly process?: Environment }).process;

/** Whether the environment turns composing off, to compare with and without: `LEMBAS_OFF=1`. */
export const isOff = (): boolean => ownProcess?.env?.["LEMBAS_OFF"] === "1";
