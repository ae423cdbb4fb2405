import { watch } from "node:fs";

/** One change of a file is several events; they are told as one. */
const SETTLE_MILLISECONDS = 50;

/**
 * Calls `onChange` after something in a folder has changed, at most 20 times a second; keeps no process alive.
 *
 * @param onError where the folder can no longer be watched: from then on nothing is told
 * @returns stops it
 */
export const watchFolder = (
  folder: string,
  onChange: () => void,
  onError: (error: unknown) => void,
): (() => void) => {
  let timer: NodeJS.Timeout | undefined;
  const onEvent = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      onChange();
    }, SETTLE_MILLISECONDS).unref();
  };
  try {
    const watcher = watch(folder, { persistent: false }, onEvent);
    watcher.on("error", onError);
    return () => {
      clearTimeout(timer);
      watcher.close();
    };
  } catch (error) {
    onError(error);
    return () => {};
  }
};
