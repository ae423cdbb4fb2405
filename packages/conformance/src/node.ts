export { readBaseline, writeBaseline } from "./baseline.js";
export { CommandImplementation, type CommandLimits } from "./command-implementation.js";
export { type InProcess, runCommandLine } from "./command-line.js";
export { fixturesFolder } from "./fixtures-folder.js";
export { type LoadOptions, loadCases, suiteNames } from "./load-cases.js";
export { type StoreProcessOptions, storeProcessSuite } from "./store-process-suite.js";
