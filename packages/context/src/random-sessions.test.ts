import fc from "fast-check";
import { expect, it } from "vitest";
import { SessionModel } from "./testing/session-model.js";
import { sessionPlan } from "./testing/session-plan.js";

it("whatever a session does, what a text names is in the conversation and gives the same lines", () => {
  fc.assert(
    fc.property(sessionPlan, (plan) => {
      new SessionModel(plan).run();
    }),
    { numRuns: 300 },
  );
});

it("a ledger made again from its journal after every step inserts the same", () => {
  fc.assert(
    fc.property(sessionPlan, (plan) => {
      expect(new SessionModel(plan).run(true)).toEqual(new SessionModel(plan).run());
    }),
    { numRuns: 25 },
  );
});
