import { Worker } from "@lembas/build/testing";

const script = new URL("file-store-process.js", import.meta.url);

/** A process of its own that uses a file store of the built package. */
export const startWorker = (): Worker => new Worker(script);

/** The same, bound by permissions. */
export const startBoundWorker = (): Worker => Worker.bound(script);

/** A process of its own whose file system fails. */
export const startCrashes = (): Worker => new Worker(new URL("crash-process.js", import.meta.url));
