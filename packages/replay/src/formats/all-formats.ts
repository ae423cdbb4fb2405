import { anthropic } from "./anthropic.js";
import { claudeCode } from "./claude-code.js";
import { codex } from "./codex.js";
import { copilotCli } from "./copilot-cli.js";
import { cursor } from "./cursor.js";
import type { Format } from "./format.js";
import { gemini } from "./gemini.js";
import { kimiCli } from "./kimi-cli.js";
import { openAi } from "./openai.js";
import { openCode } from "./opencode.js";
import { openHands } from "./openhands.js";
import { own } from "./own.js";
import { pi } from "./pi.js";
import { qwenCode } from "./qwen-code.js";
import { sweAgent } from "./swe-agent.js";

/** Every format that is known, in the order in which they are tried. */
export const formats: readonly Format[] = [
  own,
  pi,
  qwenCode,
  gemini,
  claudeCode,
  copilotCli,
  cursor,
  openCode,
  codex,
  openHands,
  sweAgent,
  kimiCli,
  openAi,
  anthropic,
];

/** The format that a JSON value of a file shows, if it is known. */
export const recognise = (value: unknown): Format | undefined =>
  formats.find((format) => format.recognises(value));
