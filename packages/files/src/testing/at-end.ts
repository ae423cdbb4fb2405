import { afterAll } from "vitest";

const last: (() => unknown)[] = [];

/** Runs an action when the test file's tests are over, the latest first. */
export const atEnd = (action: () => unknown): void => {
  last.unshift(action);
};

afterAll(async () => {
  for (const action of last.splice(0)) await action();
});
