import { checkNames, checkNumber, checkObject, checkText, describe } from "@lembas/arguments";
import { isJsonObject, type JsonObject } from "../cases/json.js";
import { quoteJson } from "../runs/begin-json.js";
import { firstOf } from "../runs/first-of.js";
import { type Implementation, Skipped } from "../runs/run-suite.js";
import { CommandSession } from "./command-session.js";

/** Time limits of a command, in seconds. */
export interface CommandLimits {
  /** For the answer to one case: 5. */
  readonly caseSeconds?: number | undefined;
  /** For the answer to `start`, where a command may still have to compile: 60. */
  readonly startSeconds?: number | undefined;
}

/** What a timer of Node can count, in seconds: above it, it would end at once. */
const MAX_SECONDS = 2_147_483;

const checkSeconds = (seconds: number | undefined, name: string): void => {
  if (seconds === undefined) return;
  checkNumber(seconds, name);
  if (seconds > 0 && seconds <= MAX_SECONDS) return;
  throw new RangeError(`${name} must be above 0 and at most ${MAX_SECONDS}; got ${describe(seconds)}`);
};

/** The version of the protocol that this runner speaks. */
const PROTOCOL = 1;

/** A command that could not be started so often in a row is not started again. */
const MAX_FAILED_STARTS = 3;

/** Characters kept of a command's name. */
const MAX_NAME = 200;

interface Introduction {
  readonly name: string | undefined;
  readonly suites: readonly string[];
  readonly features: readonly string[];
}

const texts = (value: unknown, field: string): readonly string[] => {
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value;
  throw new Error(`the answer to start: \`${field}\` is no list of texts`);
};

const readIntroduction = (answer: unknown): Introduction => {
  if (!isJsonObject(answer) || typeof answer["version"] !== "number") {
    throw new Error(`the answer to start has no \`version\`: ${quoteJson(answer)}`);
  }
  if (answer["version"] !== PROTOCOL) {
    throw new Error(
      `the command speaks version ${quoteJson(answer["version"])} of the protocol, this runner ${PROTOCOL}`,
    );
  }
  const { name, suites, features = [] } = answer;
  return {
    name: typeof name === "string" ? firstOf(name, MAX_NAME) : undefined,
    suites: texts(suites, "suites"),
    features: texts(features, "features"),
  };
};

/** The result of an answer that is for `seq` and holds exactly one of result, skipped and errored. */
const readAnswer = (answer: unknown, seq: number): unknown => {
  if (!isJsonObject(answer)) throw new Error(`the answer is no object: ${quoteJson(answer)}`);
  if (answer["seq"] !== seq) {
    throw new Error(`an answer to another question: seq ${quoteJson(answer["seq"])}, asked was ${seq}`);
  }
  const kinds = ["result", "skipped", "errored"].filter((kind) =>
    kind === "result" ? answer[kind] !== undefined : answer[kind] === true,
  );
  if (kinds.length !== 1) {
    throw new Error(`the answer holds ${kinds.join(" and ") || "neither result, skipped nor errored"}`);
  }
  return answer["result"];
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * A command that answers cases by JSON lines on its stdin and stdout (Specification 5.5), as an implementation:
 * one process for the whole run, ended and started again after each breach of the protocol.
 *
 * @example
 * const implementation = await CommandImplementation.start("python3 impl.py");
 * const report = await runSuite("memory", implementation, loadCases({ suites: ["memory"] }));
 * await implementation.stop();
 */
export class CommandImplementation implements Implementation {
  readonly name: string;
  readonly suites: readonly string[];
  readonly features: readonly string[];
  readonly #command: string;
  readonly #caseSeconds: number;
  readonly #startSeconds: number;
  #session: CommandSession | undefined;
  #failedStarts = 0;
  #seq = 0;

  private constructor(
    command: string,
    { caseSeconds = 5, startSeconds = 60 }: CommandLimits,
    introduction: Introduction,
    session: CommandSession,
  ) {
    this.#command = command;
    this.#caseSeconds = caseSeconds;
    this.#startSeconds = startSeconds;
    this.#session = session;
    this.name = introduction.name ?? command;
    this.suites = introduction.suites;
    this.features = introduction.features;
  }

  /**
   * Starts the command and asks what it can do.
   *
   * @throws {TypeError} where the command is not a string, or a limit not a number
   * @throws {RangeError} where a limit is not above 0
   * @throws {Error} where it cannot be started or does not answer as it should
   */
  static async start(command: string, limits: CommandLimits = {}): Promise<CommandImplementation> {
    checkText(command, "command");
    checkObject(limits, "limits", "{ caseSeconds: 5 }");
    checkNames(limits, ["caseSeconds", "startSeconds"], "option");
    checkSeconds(limits.caseSeconds, "caseSeconds");
    checkSeconds(limits.startSeconds, "startSeconds");
    const { session, introduction } = await open(command, limits.startSeconds ?? 60);
    return new CommandImplementation(command, limits, introduction, session);
  }

  /** Puts one case to the command. Any breach of the protocol is an Error, and ends the process. */
  async run(suite: string, input: JsonObject): Promise<unknown> {
    const session = await this.#open();
    this.#seq += 1;
    const seq = this.#seq;
    let answer: unknown;
    let result: unknown;
    try {
      answer = await session.ask({ cmd: "run", seq, suite, case: input }, this.#caseSeconds);
      result = readAnswer(answer, seq);
      await new Promise((resolve) => setImmediate(resolve));
      const stray = session.stray();
      if (stray !== undefined) throw new Error(`a second line for one question: ${stray}`);
    } catch (error) {
      this.#session = undefined;
      await session.end();
      throw error;
    }
    if (isJsonObject(answer)) {
      const said = typeof answer["message"] === "string" ? answer["message"] : "(no message)";
      if (answer["skipped"] === true) throw new Skipped(said);
      if (answer["errored"] === true) throw new Error(said);
    }
    return result;
  }

  async #open(): Promise<CommandSession> {
    if (this.#session) return this.#session;
    if (this.#failedStarts >= MAX_FAILED_STARTS) throw new Error("the command could not be started again");
    try {
      this.#session = (await open(this.#command, this.#startSeconds)).session;
      this.#failedStarts = 0;
      return this.#session;
    } catch (error) {
      this.#failedStarts += 1;
      throw new Error(`the command could not be started again: ${messageOf(error)}`);
    }
  }

  /**
   * Tells the command to stop, gives it the time of one case to end, and ends what is left of it.
   *
   * @returns what it printed after its last answer, or how it crashed, where it did
   */
  async stop(): Promise<string | undefined> {
    const session = this.#session;
    this.#session = undefined;
    if (!session) return undefined;
    session.send({ cmd: "stop" });
    return session.finish(this.#caseSeconds);
  }
}

const open = async (
  command: string,
  seconds: number,
): Promise<{ session: CommandSession; introduction: Introduction }> => {
  const session = new CommandSession(command);
  try {
    const introduction = readIntroduction(await session.ask({ cmd: "start", version: PROTOCOL }, seconds));
    return { session, introduction };
  } catch (error) {
    await session.end();
    throw error;
  }
};
