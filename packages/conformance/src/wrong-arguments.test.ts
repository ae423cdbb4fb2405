import { expect, it } from "vitest";
import { type Implementation, judge, runSuite, storeSuite } from "./index.js";
import { CommandImplementation, type LoadOptions, loadCases, storeProcessSuite } from "./node.js";

const given = <Type>(value: unknown): Type => value as Type;
const cases = loadCases({ suites: ["format"] }).slice(0, 1);
const right: Implementation = { name: "mine", run: () => 1 };
const run = (implementation: unknown) => runSuite("format", given<Implementation>(implementation), cases);
const url = new URL("file:///store.js");

it.each<[() => unknown, Error]>([
  [
    () => run(undefined),
    new TypeError(
      'implementation must be an object like { name: "mine", run: (suite, input) => … }; got undefined',
    ),
  ],
  [() => run({ run: () => 1 }), new TypeError("implementation.name must be a string; got undefined")],
  [() => run({ name: "mine" }), new TypeError("implementation.run must be a function; got undefined")],
  [
    () => run({ ...right, suites: "memory" }),
    new TypeError('implementation.suites must be a list of strings; got the string "memory"'),
  ],
  [
    () => run({ ...right, features: [1] }),
    new TypeError("implementation.features must be a list of strings; got an array with 1"),
  ],
  [() => runSuite(given<string>(5), right, cases), new TypeError("suite must be a string; got 5")],
  [
    () => runSuite("format", right, given<[]>({})),
    new TypeError("cases must be a list; got a value of type object"),
  ],
  [async () => judge(given<[]>({})), new TypeError("reports must be a list; got a value of type object")],
  [
    async () => judge([], given<[]>("format/x")),
    new TypeError('baseline must be a list of strings; got the string "format/x"'),
  ],
  [
    async () => judge([], [], given<true>("no")),
    new TypeError('whole must be true or false; got the string "no"'),
  ],
  [
    async () => loadCases(given<LoadOptions>({ suite: "memory" })),
    new TypeError('unknown option "suite"; there are suites, folders, only'),
  ],
  [
    async () => loadCases(given<LoadOptions>({ suites: "memory" })),
    new TypeError('suites must be a list of strings; got the string "memory"'),
  ],
  [
    async () => loadCases(given<LoadOptions>({ folders: "x" })),
    new TypeError('folders must be a list of strings; got the string "x"'),
  ],
  [
    async () => loadCases(given<LoadOptions>({ only: 1 })),
    new TypeError("only must be true or false; got 1"),
  ],
  [
    () => CommandImplementation.start(given<string>(["python3"])),
    new TypeError("command must be a string; got an array"),
  ],
  [
    () => CommandImplementation.start("true", given<object>({ seconds: 5 })),
    new TypeError('unknown option "seconds"; there are caseSeconds, startSeconds'),
  ],
  [
    () => CommandImplementation.start("true", { caseSeconds: 0 }),
    new RangeError("caseSeconds must be above 0 and at most 2147483; got 0"),
  ],
  [
    () => CommandImplementation.start("true", { startSeconds: Number.POSITIVE_INFINITY }),
    new RangeError("startSeconds must be above 0 and at most 2147483; got Infinity"),
  ],
  [
    async () => storeSuite(given<() => never>({})),
    new TypeError("makeStore must be a function; got a value of type object"),
  ],
  [
    async () => storeProcessSuite(given<URL>("./store.js")),
    new TypeError('module must be a URL; got the string "./store.js"'),
  ],
  [
    async () => storeProcessSuite(url, { kills: 0 }),
    new RangeError("kills must be a whole number of at least 1; got 0"),
  ],
  [
    async () => storeProcessSuite(url, given<object>({ kill: 1 })),
    new TypeError('unknown option "kill"; there are processes, changes, kills'),
  ],
])("%s", async (act, error) => {
  await expect(act()).rejects.toThrow(error);
});
