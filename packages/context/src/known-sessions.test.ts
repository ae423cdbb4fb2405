import fc from "fast-check";
import { expect, it } from "vitest";
import { KnownSessionModel, knownSession } from "./testing/known-session.js";

it("the lines of each mark stand, whole and in order, in the text that it names, which the conversation holds", () => {
  let marks = 0;
  fc.assert(
    fc.property(knownSession, (session) => {
      const model = new KnownSessionModel(session);
      model.run();
      marks += model.marks;
    }),
    { numRuns: 300 },
  );
  expect(marks).toBeGreaterThan(500);
});
