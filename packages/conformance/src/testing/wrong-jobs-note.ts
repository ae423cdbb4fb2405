import { cleanTerminal } from "@lembas/format";
import { jobsNote } from "../../adapters/jobs-note.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../cases/json.js";
import type { Implementation } from "../runs/run-suite.js";
import { misread, type Wrong } from "./wrong.js";

const recordOf = (given: JsonObject): JsonObject => (isJsonObject(given["record"]) ? given["record"] : given);

/** Puts another record. */
const onRecord = (change: (record: JsonObject) => JsonObject): Implementation =>
  misread(jobsNote, (given) =>
    isJsonObject(given.record) ? { ...given, record: change(given.record) } : change(given),
  );

const onField = (name: string, change: (value: JsonValue) => JsonValue): Implementation =>
  onRecord((record) => {
    const value = record[name];
    return value === undefined ? record : { ...record, [name]: change(value) };
  });

const onText = (name: string, change: (text: string) => string): Implementation =>
  onField(name, (value) => (typeof value === "string" ? change(value) : value));

const onNumber = (name: string, change: (number: number) => JsonValue): Implementation =>
  onField(name, (value) => (typeof value === "number" ? change(value) : value));

/** Gives another note. */
const onNote = (change: (text: string, record: JsonObject) => string): Implementation => ({
  ...jobsNote,
  run: async (suite, input) => {
    const { text } = (await jobsNote.run(suite, input)) as { text: string };
    return { text: change(text, recordOf(input)) };
  },
});

/** `@lembas/jobs-note`, wrong in one way each. */
export const wrongJobsNote: Wrong = {
  "writes exit codes with commas": onNote((text) =>
    text.replace(/exited with (-?\d+)/u, (_, code) => `exited with ${Number(code).toLocaleString("en-US")}`),
  ),
  "takes a negative exit for a signal": onNote((text) =>
    text.replace(/exited with -(\d+)/u, "stopped (signal $1)"),
  ),
  "guesses a signal from 128 + n": onNote((text) =>
    text.replace(/exited with (137|143)/u, "stopped (SIGTERM)"),
  ),
  "takes a missing exit for 0": onRecord((record) =>
    record["kind"] === "command" && record["exit"] == null ? { ...record, exit: 0 } : record,
  ),
  "floors a fractional exit": onNumber("exit", Math.floor),
  "always says SIGTERM": onField("signal", () => ""),
  "prefers the signal to a number": onRecord((record) =>
    typeof record["signal"] === "string" && record["signal"].trim() !== ""
      ? { ...record, exit: null }
      : record,
  ),
  "rounds seconds": onNumber("seconds", Math.round),
  "takes the first line of a command, blank or not": onText("command", (text) => text.split("\n")[0] ?? ""),
  "shows the whole command": onNote((text, { command }) =>
    typeof command === "string"
      ? text.replace(`(${command.trim().split("\n")[0]})`, () => `(${command})`)
      : text,
  ),
  "drops a number that is an id": onNumber("id", () => ""),
  "takes the output's indentation": onNote((text) => text.replace(/(Output you had not read:\n)\s+/u, "$1")),
  "does not clean the output": onNote((text, { unread }) =>
    typeof unread === "string" && /[\r\u001b]/u.test(unread)
      ? text.replace(/(?<=not read:\n).*/su, () => unread.trimEnd())
      : text,
  ),
  "cleans the report": onText("report", (text) => text.replace(/\u001b\[[0-9;]*m/gu, "")),
  "takes the report's indentation": onText("report", (text) => text.trim()),
  "ignores tail_chars": misread(jobsNote, ({ options, ...given }) =>
    options === undefined ? given : { ...given, options: { ...options, tail_chars: 1_000_000 } },
  ),
  "counts the ellipsis of a tail": misread(jobsNote, ({ options, ...given }) =>
    options?.tail_chars > 0
      ? { ...given, options: { ...options, tail_chars: options.tail_chars - 1 } }
      : { ...given, options: options ?? {} },
  ),
  "shows all of the output": misread(jobsNote, ({ options, ...given }) => ({
    ...given,
    options: { tail_chars: 1_000_000, ...options },
  })),
  "shows all of a report": misread(jobsNote, ({ options, ...given }) => ({
    ...given,
    options: { ...options, text_chars: 1_000_000 },
  })),
  "shows no head of the output": misread(jobsNote, ({ options, ...given }) => ({
    ...given,
    options: { ...options, head_chars: 0 },
  })),
  "passes sequences through in a command": onNote((text, { command }) =>
    typeof command === "string" && command.includes("\u001b") ? text.replace("(", `(\u001b[1m`) : text,
  ),
  "cleans a command as output is cleaned": onText("command", (text) => cleanTerminal(text)),
  "ignores marks": misread(jobsNote, ({ options, ...given }) =>
    options?.marks === undefined ? { ...given, options: options ?? {} } : given,
  ),
  "says 1 steps": onNote((text) => text.replace(/· 1 step ·/u, "· 1 steps ·")),
  "counts negative steps": onNote((text, { steps }) =>
    typeof steps === "number" && steps < 0 ? text.replace("0 steps", `${steps} steps`) : text,
  ),
  "takes absent output for none": onRecord((record) => ({ unread: "", ...record })),
  "says nothing of a pipe that is still open": onField("open", () => false),
  "says only how a command ended": onRecord((record) =>
    record["kind"] === "command" ? { ...record, reason: "" } : record,
  ),
  "guesses SIGTERM for a command that was lost": onNote((text) =>
    text.replace("was lost with its session.", "was lost with its session (SIGTERM)."),
  ),
  "says that a lost command could not be started": onRecord((record) =>
    record["reason"] === "lost" && typeof record["error"] === "string" ? { ...record, reason: "" } : record,
  ),
  "gives a lost command 0 seconds": onRecord((record) => ({ seconds: 0, ...record })),
  "writes the reason stop": onNote((text, { reason }) =>
    reason === "stop" ? text.replace(/\]$/mu, " · ended: stop]") : text,
  ),
  "says finished for a reason that it does not know": onNote((text) =>
    text.replace(/\) ended after/u, ") finished after"),
  ),
  "shows the error of any reason": onNote((text, { error, reason }) =>
    typeof error === "string" && reason !== "error"
      ? text.replace(/(ended: [a-z]+)\]/u, `$1 — ${error}]`)
      : text,
  ),
  "does not one-line the error": onNote((text, { error }) =>
    typeof error === "string" && error.includes("\n") ? text.replace(/— .*\]/u, () => `— ${error}]`) : text,
  ),
  "leaves the empty line before the footer out": onNote((text) =>
    text.replace(/\n\n(\[.*subagent · )/u, "\n$1"),
  ),
  "does not one-line the worktree": onNote((text, { worktree }) =>
    typeof worktree === "string" ? text.replace(/(?<=\[worktree\] ).*/u, () => worktree.trim()) : text,
  ),
  "drops an empty message": onNote((text) => text.replace("(the message was empty)", "")),
  "ends a blank ABOUT with empty brackets": onNote((text) => text.replace(/^job(?= )/mu, "job ()")),
};
