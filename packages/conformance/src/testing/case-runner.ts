import type { InstrumenterContext, StrykerOptions } from "@stryker-mutator/api/core";
import { commonTokens, declareClassPlugin, PluginKind, tokens } from "@stryker-mutator/api/plugin";
import {
  type DryRunResult,
  DryRunStatus,
  determineHitLimitReached,
  type MutantRunOptions,
  type MutantRunResult,
  type TestResult,
  type TestRunner,
  TestStatus,
  toMutantRunResult,
} from "@stryker-mutator/api/test-runner";
import { IMPLEMENTATIONS } from "../../adapters/implementations.js";
import { loadCases } from "../cases/load-cases.js";
import type { ConformanceCase } from "../cases/read-cases.js";
import { type Implementation, runSuite } from "../runs/run-suite.js";

declare global {
  /** By which the code that Stryker changed knows the mutant that is alive, and counts what runs. */
  var __stryker__: InstrumenterContext | undefined;
}

/**
 * A test runner for Stryker: puts the cases of one suite to the package, in the process, without a test framework
 * between them, so that a mutant costs milliseconds. The suite is the option `suite`.
 */
class CaseRunner implements TestRunner {
  static readonly inject = tokens(commonTokens.options);
  readonly #suite: string;
  readonly #cases: readonly ConformanceCase[];
  readonly #context: InstrumenterContext;
  #implementation: Implementation | undefined;

  constructor(options: StrykerOptions) {
    this.#suite = String(options["suite"]);
    this.#cases = loadCases({ suites: [this.#suite] });
    this.#context = globalThis.__stryker__ ??= {};
  }

  capabilities() {
    return { reloadEnvironment: false };
  }

  async dryRun(): Promise<DryRunResult> {
    const result = await this.#run(this.#cases, false);
    const { mutantCoverage } = this.#context;
    return { ...result, ...(mutantCoverage && { mutantCoverage }) };
  }

  async mutantRun({
    activeMutant,
    mutantActivation,
    hitLimit,
    testFilter,
  }: MutantRunOptions): Promise<MutantRunResult> {
    const context = this.#context;
    if (mutantActivation === "runtime") await this.#load();
    context.activeMutant = activeMutant.id;
    context.hitCount = 0;
    if (hitLimit === undefined) delete context.hitLimit;
    else context.hitLimit = hitLimit;
    const cases = testFilter ? this.#cases.filter(({ id }) => testFilter.includes(id)) : this.#cases;
    const result = await this.#run(cases, true);
    delete context.activeMutant;
    return toMutantRunResult(determineHitLimitReached(context.hitCount, hitLimit) ?? result);
  }

  async #load(): Promise<Implementation> {
    this.#implementation ??= await IMPLEMENTATIONS[this.#suite]?.();
    if (this.#implementation === undefined) throw new Error(`no package answers the suite ${this.#suite}`);
    return this.#implementation;
  }

  async #run(
    cases: readonly ConformanceCase[],
    bail: boolean,
  ): Promise<{ status: DryRunStatus.Complete; tests: TestResult[] }> {
    const tests: TestResult[] = [];
    const implementation = await this.#load();
    for (const item of cases) {
      this.#context.currentTestId = item.id;
      const { results } = await runSuite(this.#suite, implementation, [item]);
      delete this.#context.currentTestId;
      for (const { status, seconds, message = status } of results) {
        const test = { id: item.id, name: item.id, timeSpentMs: 1_000 * seconds };
        if (status === "passed") tests.push({ ...test, status: TestStatus.Success });
        else tests.push({ ...test, status: TestStatus.Failed, failureMessage: message });
        if (status !== "passed" && bail) return { status: DryRunStatus.Complete, tests };
      }
    }
    return { status: DryRunStatus.Complete, tests };
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, "cases", CaseRunner)];
