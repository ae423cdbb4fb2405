import fc from "fast-check";
import { it } from "vitest";
import { SessionModel } from "./testing/session-model.js";
import { sessionPlan } from "./testing/session-plan.js";

it("10,000 sessions: what a text names is in the conversation and gives the same lines", () => {
  fc.assert(
    fc.property(sessionPlan, (plan) => {
      new SessionModel(plan).run();
    }),
    { numRuns: 10_000 },
  );
});
