import { type FSWatcher, statSync, watch } from "node:fs";

/** One change of a file is several events; they are told as one. */
const SETTLE_MILLISECONDS = 50;

/** How often a folder that is gone is looked for. */
const LOOK_MILLISECONDS = 500;

/** Tells a folder from another that has taken its name; undefined where there is none to be seen. */
const identify = (folder: string): string | undefined => {
  try {
    const { dev, ino, birthtimeMs } = statSync(folder);
    return `${dev} ${ino} ${birthtimeMs}`;
  } catch {
    return undefined;
  }
};

/** Stands for a folder whose watcher has ended, as it does on Windows where the folder is removed. */
const LOST = "lost";

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ENOENT";

/**
 * Watches the folder of a name. The operating system watches a folder itself: of the one that takes the name of one
 * that was removed it says nothing, so that a new watcher is needed.
 */
class FolderWatch {
  readonly #folder: string;
  readonly #onChange: () => void;
  readonly #onError: (error: unknown) => void;
  #watcher: FSWatcher | undefined;
  #watched: string | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(folder: string, onChange: () => void, onError: (error: unknown) => void) {
    this.#folder = folder;
    this.#onChange = onChange;
    this.#onError = onError;
  }

  /** Begins to watch, or waits for the folder. */
  start(): void {
    try {
      this.#watched = identify(this.#folder);
      this.#watcher = watch(this.#folder, { persistent: false }, () => this.#lookIn(SETTLE_MILLISECONDS));
      this.#watcher.on("error", () => {
        this.#watched = LOST;
        this.#lookIn(LOOK_MILLISECONDS);
      });
    } catch (error) {
      this.#watched = undefined;
      if (isMissing(error)) this.#lookIn(LOOK_MILLISECONDS);
      else this.#onError(error);
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#watcher?.close();
  }

  #lookIn(milliseconds: number): void {
    this.#timer ??= setTimeout(() => this.#look(), milliseconds).unref();
  }

  #look(): void {
    this.#timer = undefined;
    const before = this.#watched;
    if (before === undefined || identify(this.#folder) !== before) {
      this.#watcher?.close();
      this.start();
    }
    if (before !== undefined || this.#watched !== undefined) this.#onChange();
  }
}

/**
 * Calls `onChange` after something in a folder has changed, at most 20 times a second, and after the folder was
 * removed, made again or replaced by another; keeps no process alive.
 *
 * @param onError where the folder cannot be watched: from then on nothing is told
 * @returns stops it
 */
export const watchFolder = (
  folder: string,
  onChange: () => void,
  onError: (error: unknown) => void,
): (() => void) => {
  const folderWatch = new FolderWatch(folder, onChange, onError);
  folderWatch.start();
  return () => folderWatch.stop();
};
