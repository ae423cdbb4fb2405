const last: (() => unknown)[] = [];

/** Runs an action when the tests of the file are over, the latest first. */
export const atEnd = (action: () => unknown): void => {
  last.unshift(action);
};

/** Runs what `atEnd` was given. */
export const runLast = async (): Promise<void> => {
  for (const action of last.splice(0)) await action();
};
