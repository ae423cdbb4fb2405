/** A call of a tool with its result, as opencode's messages have them. */
export interface Call {
  readonly callID: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

const SESSION = "ses_1";

const place = (id: string) => ({ id: `prt_${id}`, sessionID: SESSION, messageID: "msg_1" });

/** A call that is done. */
export const completed = ({ callID, tool, input }: Call, output: string, more: object = {}) => ({
  ...place(callID),
  type: "tool",
  callID,
  tool,
  state: { status: "completed", input, output, title: "", metadata: {}, time: { start: 1, end: 2 }, ...more },
});

/** A call that failed. */
export const failed = ({ callID, tool, input }: Call, error: string, metadata: object = {}) => ({
  ...place(callID),
  type: "tool",
  callID,
  tool,
  state: { status: "error", input, error, metadata, time: { start: 1, end: 2 } },
});

/** A message of the model. */
export const assistant = (parts: readonly object[], more: object = {}) => ({
  info: { id: "msg_2", sessionID: SESSION, role: "assistant", modelID: "m", providerID: "p", ...more },
  parts: [
    { ...place("start"), type: "step-start" },
    { ...place("text"), type: "text", text: "Let me see." },
    ...parts,
    { ...place("finish"), type: "step-finish", reason: "tool-calls" },
  ],
});

export const user = (text: string) => ({
  info: { id: "msg_1", sessionID: SESSION, role: "user" },
  parts: [{ ...place("prompt"), type: "text", text }],
});

export const read = (callID: string, offset?: number, limit?: number): Call => ({
  callID,
  tool: "read",
  input: { filePath: "/project/app.ts", ...(offset && { offset }), ...(limit && { limit }) },
});

export const bash = (callID: string, command: string): Call => ({
  callID,
  tool: "bash",
  input: { command, description: "runs it" },
});

/** Lines of a file, as the tool `read` numbers them. */
export const numbered = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => {
    const number = from + index;
    return `${number}: const value${number} = compute(${number}); // line ${number}`;
  }).join("\n");
