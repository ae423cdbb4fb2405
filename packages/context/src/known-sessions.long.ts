import fc from "fast-check";
import { it } from "vitest";
import { KnownSessionModel, knownSession } from "./testing/known-session.js";

it("10,000 sessions: the lines of each mark stand in the text that it names", () => {
  fc.assert(
    fc.property(knownSession, (session) => {
      new KnownSessionModel(session).run();
    }),
    { numRuns: 10_000 },
  );
});
