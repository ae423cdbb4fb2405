import { Worker } from "@lembas/build/testing";

const script = new URL("worker-process.js", import.meta.url);

/** A process of its own that uses the built package. */
export const startWorker = (): Worker => new Worker(script);

/** The same, bound by permissions. */
export const startBoundWorker = (): Worker => Worker.bound(script);
