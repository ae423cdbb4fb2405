export { fixturesFolder } from "./fixtures-folder.js";
export { type LoadOptions, loadCases, suiteNames } from "./load-cases.js";
