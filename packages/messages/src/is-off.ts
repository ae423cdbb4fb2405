/** Whether the environment turns composing off, to compare with and without: `LEMBAS_OFF=1`. */
export const isOff = (): boolean => {
  const { process } = globalThis as {
    readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
  };
  return process?.env?.["LEMBAS_OFF"] === "1";
};
