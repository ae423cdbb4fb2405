/** What an error says, for a text that a person or a model reads. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
