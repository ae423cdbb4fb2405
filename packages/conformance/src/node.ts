export { type LoadOptions, loadCases, suiteNames } from "./cases/load-cases.js";
export { type InProcess, runCommandLine } from "./cli/command-line.js";
export { CommandImplementation, type CommandLimits } from "./commands/command-implementation.js";
export { readBaseline, writeBaseline } from "./runs/baseline.js";
export { type StoreProcessOptions, storeProcessSuite } from "./stores/store-process-suite.js";
