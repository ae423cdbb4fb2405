import { setTimeout } from "node:timers/promises";

/** Waits for about so many milliseconds: half to one and a half of them, so that waiters do not march in step. */
export const pauseAbout = (milliseconds: number): Promise<void> =>
  setTimeout(milliseconds * (0.5 + Math.random()));
