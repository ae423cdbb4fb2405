import { register } from "node:module";
import type { InstrumenterContext, StrykerOptions } from "@stryker-mutator/api/core";
import { commonTokens, declareClassPlugin, PluginKind, tokens } from "@stryker-mutator/api/plugin";
import {
  type DryRunResult,
  DryRunStatus,
  determineHitLimitReached,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestResult,
  type TestRunner,
  TestStatus,
  toMutantRunResult,
} from "@stryker-mutator/api/test-runner";
import type * as adapters from "../../adapters/implementations.js";
import { loadCases } from "../cases/load-cases.js";
import type { ConformanceCase } from "../cases/read-cases.js";
import { type Implementation, runSuite } from "../runs/run-suite.js";

declare global {
  /** By which the code that Stryker changed knows the mutant that is alive, and counts what runs. */
  var __stryker__: InstrumenterContext | undefined;
}

/** Modules that a copy of the adapters imports are copies too: those of the adapters, and of the package that they put. */
const COPIES = `
export const resolve = async (specifier, context, next) => {
  const found = await next(specifier, context);
  const copy = /[?]copy=[0-9]+$/.exec(context.parentURL ?? "")?.[0];
  const isCopied = copy !== undefined && /[/](?:adapters|package[/]source)[/][^?]*$/.test(found.url);
  return isCopied ? { ...found, url: found.url + copy } : found;
};`;

/**
 * A test runner for Stryker: puts the cases of one suite to the package, in the process, without a test framework
 * between them, so that a mutant costs milliseconds. One in code that runs when the package is loaded has a copy of the
 * package to itself. The suite is the option `suite`.
 */
class CaseRunner implements TestRunner {
  static readonly inject = tokens(commonTokens.options);
  readonly #suite: string;
  readonly #cases: readonly ConformanceCase[];
  readonly #context: InstrumenterContext;
  #implementation: Implementation | undefined;
  #copies = 0;

  constructor(options: StrykerOptions) {
    register(`data:text/javascript,${encodeURIComponent(COPIES)}`);
    // Else a mutant of the lines' table would live with one key of their hashes and not with the next.
    Math.random = () => 0.618;
    this.#suite = String(options["suite"]);
    this.#cases = loadCases({ suites: [this.#suite] });
    this.#context = globalThis.__stryker__ ??= {};
  }

  capabilities() {
    return { reloadEnvironment: true };
  }

  async dryRun(): Promise<DryRunResult> {
    const result = await this.#run(await this.#load(), this.#cases, false);
    const { mutantCoverage } = this.#context;
    return { ...result, ...(mutantCoverage && { mutantCoverage }) };
  }

  async mutantRun({
    activeMutant,
    mutantActivation,
    hitLimit,
    reloadEnvironment,
    testFilter,
  }: MutantRunOptions): Promise<MutantRunResult> {
    // Code that runs for one case alone may keep what it made for all: a copy shows what the change makes of it.
    const runsOnce = testFilter?.length === 1;
    const cases =
      testFilter && !runsOnce ? this.#cases.filter(({ id }) => testFilter.includes(id)) : this.#cases;
    if (reloadEnvironment || runsOnce) this.#implementation = undefined;
    const isLoadedBefore = mutantActivation === "runtime" && !runsOnce;
    const run = async (): Promise<MutantRunResult> => {
      if (isLoadedBefore) await this.#loadUsed(cases);
      return this.#runAlive(activeMutant.id, cases, hitLimit);
    };
    const result = await run();
    if (!runsOnce && (await this.#isWhole(result))) return result;
    this.#implementation = undefined;
    if (!isLoadedBefore || result.status !== MutantRunStatus.Killed) return result;
    // What told it may have been wrong already, by a mutant before that no case told.
    const own = await run();
    if (!(await this.#isWhole(own))) this.#implementation = undefined;
    return own;
  }

  async #runAlive(
    mutant: string,
    cases: readonly ConformanceCase[],
    hitLimit: number | undefined,
  ): Promise<MutantRunResult> {
    const context = this.#context;
    context.activeMutant = mutant;
    if (hitLimit === undefined) delete context.hitLimit;
    else context.hitLimit = hitLimit;
    try {
      return await this.#runMutant(cases, hitLimit);
    } finally {
      delete context.activeMutant;
    }
  }

  /** Whether the package without a mutant answers what told the last one: it may have left its module's state wrong. */
  async #isWhole(result: MutantRunResult): Promise<boolean> {
    if (result.status === MutantRunStatus.Survived) return true;
    if (result.status !== MutantRunStatus.Killed || this.#implementation === undefined) return false;
    const told = this.#cases.filter(({ id }) => result.killedBy.includes(id));
    const { tests } = await this.#run(this.#implementation, told, true);
    return tests.every(({ status }) => status === TestStatus.Success);
  }

  async #runMutant(
    cases: readonly ConformanceCase[],
    hitLimit: number | undefined,
  ): Promise<MutantRunResult> {
    this.#context.hitCount = 0;
    const implementation = await this.#load().catch(String);
    // Where the package cannot be loaded with the mutant, every case tells it.
    if (typeof implementation === "string") {
      const killedBy = cases.map(({ id }) => id);
      return { status: MutantRunStatus.Killed, failureMessage: implementation, killedBy, nrOfTests: 0 };
    }
    const result = await this.#run(implementation, cases, true);
    return toMutantRunResult(determineHitLimitReached(this.#context.hitCount, hitLimit) ?? result);
  }

  async #load(): Promise<Implementation> {
    this.#implementation ??= await this.#loadCopy();
    if (this.#implementation === undefined) throw new Error(`no package answers the suite ${this.#suite}`);
    return this.#implementation;
  }

  /** A package that has been put these cases before: what it makes once is made, as it is for most mutants. */
  async #loadUsed(cases: readonly ConformanceCase[]): Promise<void> {
    if (this.#implementation === undefined) await this.#run(await this.#load(), cases, false);
  }

  async #loadCopy(): Promise<Implementation | undefined> {
    const copy: typeof adapters = await import(`../../adapters/implementations.js?copy=${this.#copies++}`);
    return copy.IMPLEMENTATIONS[this.#suite]?.();
  }

  async #run(
    implementation: Implementation,
    cases: readonly ConformanceCase[],
    bail: boolean,
  ): Promise<{ status: DryRunStatus.Complete; tests: TestResult[] }> {
    const tests: TestResult[] = [];
    for (const item of cases) {
      this.#context.currentTestId = item.id;
      const { results } = await runSuite(this.#suite, implementation, [item]);
      delete this.#context.currentTestId;
      for (const { status, message = status } of results) {
        // With no time of its own: Stryker then gives each mutant the time of a whole run, as one of a single case needs.
        const test = { id: item.id, name: item.id, timeSpentMs: 0 };
        if (status === "passed") tests.push({ ...test, status: TestStatus.Success });
        else tests.push({ ...test, status: TestStatus.Failed, failureMessage: message });
        if (status !== "passed" && bail) return { status: DryRunStatus.Complete, tests };
      }
    }
    return { status: DryRunStatus.Complete, tests };
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, "cases", CaseRunner)];
