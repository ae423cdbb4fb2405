import { driveLedger, context as right, takeStep } from "../../adapters/context.js";
import type { JsonObject } from "../cases/json.js";
import type { Implementation } from "../runs/run-suite.js";
import { misread, remembering, type Wrong } from "./wrong.js";

const context = remembering(right);

/** With other options, whatever the case says. */
const withOptions = (options: JsonObject): Implementation =>
  misread(context, (given) => ({ ...given, options: { ...given.options, ...options } }));

/** As if an option were not there. */
const withoutOption = (name: string): Implementation =>
  misread(context, (given) => ({ ...given, options: without(given.options ?? {}, name) }));

/** Takes other steps. */
const onSteps = (change: (step: JsonObject) => JsonObject): Implementation =>
  misread(context, (given) => ({ ...given, steps: given.steps.map(change) }));

const without = (step: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(step).filter(([field]) => field !== name));

const onText = (op: string, name: string, change: (text: string) => string): Implementation =>
  onSteps((step) => {
    const value = step[name];
    return step["op"] === op && typeof value === "string" ? { ...step, [name]: change(value) } : step;
  });

/** Inserts other texts. */
const onTexts = (change: (text: string, step: JsonObject) => string): Implementation => ({
  ...context,
  run: async (suite, input) => {
    const texts = (await context.run(suite, input)) as unknown[];
    const steps = input["steps"] as JsonObject[];
    return texts.map((text, index) => (typeof text === "string" ? change(text, steps[index] ?? {}) : text));
  },
});

/** Names the latest read of the path, be it a stub itself. */
const namesStubs = (): Implementation => {
  const latest = new Map<string, string>();
  return onTexts((text, { op, id, path }) => {
    if (op !== "read" || typeof path !== "string" || typeof id !== "string") return text;
    const named = text.replace(/(Unchanged since )#[0-9a-f]+/u, (whole, since) =>
      latest.has(path) ? `${since}${latest.get(path)}` : whole,
    );
    latest.set(path, id);
    return named;
  });
};

/** Files of another content are other files, so an old window lives on. */
const keepsWindowsOfOtherContents = (): Implementation => {
  let content: unknown = "";
  return driveLedger(
    (ledger, op, step) => {
      content = step.content ?? "";
      return takeStep(ledger, op, step);
    },
    { pathKey: (path: string) => `${path}\0${content}` },
  );
};

/** Stores what it inserts, not what that stands for. */
const recallsCapped = (): Implementation => {
  const capped = new Map<unknown, string>();
  return driveLedger((ledger, op, step) => {
    const inserted = takeStep(ledger, op, step);
    if (typeof inserted !== "string") return inserted;
    if (inserted.includes(" elided, full output ")) capped.set(step.id, inserted.replace(/^.*\n/u, ""));
    const body = op === "recall" ? capped.get(step.target) : undefined;
    return body === undefined ? inserted : inserted.replace(/\n.*/su, () => `\n${body}`);
  });
};

/** `@lembas/context`, wrong in one way each. */
export const wrongContext: Wrong = {
  "stubs after compact": driveLedger((ledger, op, step) =>
    op === "compact" ? ledger.fork().compact(step) : takeStep(ledger, op, step),
  ),
  "stubs what was forgotten": driveLedger((ledger, op, step) =>
    op === "forget" ? "" : takeStep(ledger, op, step),
  ),
  "stubs the content before the last": keepsWindowsOfOtherContents(),
  "names a stub": namesStubs(),
  "adds windows up, though not asked to": withOptions({ union: true }),
  "follows edits, though not asked to": withOptions({ across_edits: true }),
  "compares paths as they are": driveLedger(takeStep, { pathKey: (path: string) => path }),
  "resolves ..": driveLedger(takeStep, {
    pathKey: (path: string) => path.replace(/[^/]+\/\.\.\//gu, "").replace(/(^|\/)(\.?\/)+/gu, "$1"),
  }),
  "reads 1,000 lines": misread(context, (given) => ({
    ...given,
    limits: { page_lines: 1_000, ...given.limits },
  })),
  "begins at line 0": onSteps((step) =>
    step["op"] === "read" && typeof step["offset"] === "number"
      ? { ...step, offset: step["offset"] + 1 }
      : step,
  ),
  "does not floor an offset": onSteps((step) =>
    typeof step["offset"] === "number" && !Number.isInteger(step["offset"]) ? { ...step, offset: 1 } : step,
  ),
  "reads no text as an offset": onSteps((step) =>
    typeof step["offset"] === "string" || typeof step["limit"] === "string"
      ? { ...step, offset: 1, limit: 2_000 }
      : step,
  ),
  "hashes with LF line ends": onText("read", "content", (text) => text.replaceAll("\r\n", "\n")),
  "ends lines at CR": onText("read", "content", (text) => text.replace(/\r(?!\n)/gu, "\n")),
  "gives a line after the final newline": onTexts((text, { op, content }) =>
    op === "read" &&
    typeof content === "string" &&
    content.endsWith("\n") &&
    / lines 1-(\d+) of \1 .*\n/u.test(text)
      ? `${text}\n${content.split("\n").length}: `
      : text,
  ),
  "says 1 more lines": onTexts((text) => text.replace("(1 more line ", "(1 more lines ")),
  "leaves a count of 1 out of a hunk's head": onTexts((text) =>
    text.replace(/^(@@ -\d+)(?:,1)?( \+\d+),1 @@$/mu, "$1$2 @@"),
  ),
  "writes file headers into a diff": onTexts((text, { op, path }) =>
    op === "edit" ? text.replace(/\n@@/u, `\n--- ${path}\n+++ ${path}\n@@`) : text,
  ),
  "does not say that the final newline is missing": onTexts((text) =>
    text.replaceAll("\n\\ No newline at end of file", ""),
  ),
  "caps no diffs": withOptions({ caps: { edit: "off", write: "off" } }),
  "counts characters, whatever the measure": withoutOption("measure"),
  "cuts no line for its length": withoutOption("line_chars"),
  "shows images of any size": withoutOption("image_bytes"),
  "shows data that is no text": onTexts((text, { op, text: output }) =>
    op === "output" && typeof output === "string"
      ? text.replace(/\[binary data, \d+ characters?\]/u, () => output)
      : text,
  ),
  "repeats any tool": withOptions({ repeatable: ["list", "glob", "grep", "bash", "read", "web"] }),
  "compares arguments as texts": onSteps((step) =>
    step["op"] === "output" ? { ...step, args: { text: JSON.stringify(step["args"] ?? {}) } } : step,
  ),
  "ignores arguments": onSteps((step) => (step["op"] === "output" ? { ...step, args: {} } : step)),
  "does not clean outputs": withOptions({ clean: false }),
  "shows a blank output": onTexts((text, { op, text: output }) =>
    op === "output" && typeof output === "string" ? text.replace("(no output)", () => output) : text,
  ),
  "says 1 line elided": onTexts((text) => text.replace("[1 lines elided", "[1 line elided")),
  "recalls as it was capped": recallsCapped(),
  "compares ids with their case": onSteps((step) =>
    step["op"] === "recall" &&
    typeof step["target"] === "string" &&
    step["target"] !== step["target"].toLowerCase()
      ? { ...step, target: "#0000" }
      : step,
  ),
  "needs the # of a target": onText("recall", "target", (target) => (target.includes("#") ? target : "none")),
  "lists the newest window first": onTexts((text, { op }) => {
    if (op !== "compact") return text;
    const [head, rows = ""] = text.split(/(?<=\n\|---\|---\|---\|---\|\n)/u);
    return (head ?? "") + rows.split("\n").reverse().join("\n");
  }),
  "does not escape | in a table": onTexts((text, { op }) =>
    op === "compact" ? text.replaceAll("\\|", "|") : text,
  ),
  "lists every window": onTexts((text, { op }) =>
    op === "compact" ? text.replace(/\n\n\(\d+ earlier reads? .*/u, "") : text,
  ),
  "names no known lines": withOptions({ known_lines: false }),
  "numbers lines all the same": withOptions({ line_numbers: true }),
  "has long heads": withOptions({ heads: "full" }),
  "shows the diff of every edit": withOptions({ edit_text: "diff" }),
  "does not know what a call holds": onSteps((step) => without(step, "in_call")),
  "takes every write for one whose content its call holds": onSteps((step) =>
    step["op"] === "write" ? { ...step, in_call: true } : step,
  ),
  "does not read the numbers of an output": onSteps((step) => without(step, "numbered")),
  "takes what stands before a colon for a number": onSteps((step) =>
    step["op"] === "output" ? { ...step, numbered: ": " } : step,
  ),
  "has fresh reads alone": onSteps((step) => (step["op"] === "output" ? without(step, "fresh") : step)),
  "lets no alert end a run": onText("output", "text", (text) =>
    text.replace(
      /error|fail|exception|panic|fatal|traceback|not ok|[\u2716-\u2718\u00d7]/giu,
      (word) => `${word[0]}-`,
    ),
  ),
  "says that known lines are unchanged": onTexts((text) =>
    text.replace(/^(\[lines \d+-\d+) as in /mu, "$1 unchanged since "),
  ),
  "quotes the first line alone": onTexts((text) =>
    text.replace(/^(\[.* same as lines .*, from ".*") to ".*"\]$/mu, "$1]"),
  ),
  "counts lines from 0 where they are known from": onTexts((text) =>
    text.replace(/ same as lines (\d+)-/u, (_, line) => ` same as lines ${Number(line) - 1}-`),
  ),
  "puts a head on every output": onTexts((text, { op, id, text: output }) =>
    op === "output" && typeof output === "string" && !text.startsWith("[#") ? `[${id}]\n${text}` : text,
  ),
  "ends no line of changes with a full stop": onTexts((text) => text.replace(/( Edited: .*)\.$/u, "$1")),
  "names every change of an edit": onTexts((text) => text.replace(/; \d+ more\.$/u, ".")),
};
