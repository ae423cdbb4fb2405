import type { Call, SentRequest } from "../transcript/sent-request.js";
import type { Composed } from "./composed.js";

export const composeOutput = (_call: Call, _response: unknown, _request: SentRequest): Composed | undefined =>
  undefined;
