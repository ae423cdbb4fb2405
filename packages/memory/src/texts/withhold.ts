/** Why an entry is not shown to the model; undefined where it is. */
export type Withhold = (entry: string) => string | undefined;

/** An entry as a model is shown it: itself, or that it is withheld, and why. Specification 3.12. */
export const showEntry = (entry: string, withhold: Withhold | undefined): string => {
  const reason = withhold?.(entry);
  return reason === undefined ? entry : `[withheld: ${reason}]`;
};
