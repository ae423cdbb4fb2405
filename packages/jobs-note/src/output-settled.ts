import type { Readable } from "node:stream";

/** How long every pipe must be silent before what is left open counts as a grandchild's. */
const SILENCE_MILLISECONDS = 100;

/** The longest wait, for a grandchild that never stops printing. */
const LONGEST_MILLISECONDS = 1_000;

/**
 * Resolves when the output of a child that has ended is complete: when every pipe is closed, or none has given
 * anything for a tenth of a second, at the latest after one second.
 *
 * @example await outputSettled([child.stdout, child.stderr])
 */
export const outputSettled = (pipes: readonly Readable[]): Promise<void> =>
  new Promise((resolve) => {
    let pieces = 0;
    const finish = (): void => {
      clearTimeout(silence);
      clearTimeout(longest);
      for (const pipe of pipes) pipe.off("data", onData).off("close", onClose);
      resolve();
    };
    const onData = (): void => {
      pieces++;
      silence.refresh();
    };
    // Asked of the pipes each time: the event of a pipe that is closed may be still to come.
    const onClose = (): void => {
      if (pipes.every((pipe) => pipe.closed)) finish();
    };
    // A timer that is late runs before the pipes are read, so that each looks at them once more.
    const silence = setTimeout(() => {
      const before = pieces;
      setImmediate(() => (pieces === before ? finish() : silence.refresh()));
    }, SILENCE_MILLISECONDS);
    const longest = setTimeout(() => setImmediate(finish), LONGEST_MILLISECONDS);
    for (const pipe of pipes) pipe.on("data", onData).on("close", onClose);
    onClose();
  });
