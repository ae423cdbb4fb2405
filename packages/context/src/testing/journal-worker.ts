import { Worker } from "@lembas/build/testing";

const script = new URL("journal-process.js", import.meta.url);

/** A process of its own that keeps sessions in files, by the built package; its output can be read. */
export const startWorker = (): Worker => new Worker(script, { stdio: ["ignore", "pipe", "inherit", "ipc"] });

/** The same, bound by permissions. */
export const startBoundWorker = (): Worker => Worker.bound(script);
