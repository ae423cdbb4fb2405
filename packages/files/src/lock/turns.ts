const lastInLine = new Map<string, Promise<void>>();

/** A place in the line of this process's own calls for one key. */
export interface Turn {
  /** Resolves when every call before this one has ended; undefined where there is none. */
  readonly begins: Promise<void> | undefined;
  /** Lets the next one begin; a call that gives up its place ends its turn as well. */
  end(): void;
}

/**
 * Lines up for a key. Calls of one process for one file wait for each other here, in order and without asking the
 * disk; only the first in line contends with other processes.
 */
export const takeTurn = (key: string): Turn => {
  const begins = lastInLine.get(key);
  let end = (): void => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  const last = begins === undefined ? over : begins.then(() => over);
  lastInLine.set(key, last);
  void last.then(() => {
    if (lastInLine.get(key) === last) lastInLine.delete(key);
  });
  return { begins, end };
};
