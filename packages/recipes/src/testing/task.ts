import { Script } from "./script.js";

/** The files of the task. */
export const FILES: Readonly<Record<string, string>> = {
  "greet.js": `export const greet = () => {\n  return "Hello.";\n};\n`,
  "greet.test.js": `import { greet } from "./greet.js";\n\nconsole.assert(greet("Ann") === "Hello, Ann.");\n`,
};

/** What the user says, turn by turn. The conversation is compacted before the third, the program restarted before the fourth. */
export const PROMPTS = {
  first: "Greet by name, and run the tests.",
  second: "Go on.",
  third: "Is it still so?",
  fourth: "Once more.",
};

export const SUMMARY = "It greets by name now.";

/** The file that ends the background job of the task. */
export const JOB_END = "done";

const JOB = `until [ -e ${JOB_END} ]; do sleep 0.02; done; echo built`;

/** The model of the task. */
export const taskScript = (): Script =>
  new Script([
    [
      ["read", { path: "greet.js" }],
      ["read", { path: "greet.test.js" }],
      ["grep", { pattern: "import" }],
    ],
    [["read", { path: "greet.js", offset: 2, limit: 1 }]],
    [
      [
        "edit",
        {
          path: "greet.js",
          old_text: `() => {\n  return "Hello.";`,
          new_text: "(name) => {\n  return `Hello, $" + "{name}.`;",
        },
      ],
    ],
    [["bash", { command: "seq 1 600" }]],
    [["recall", { target: "#0006", offset: 301, limit: 2 }]],
    [["grep", { pattern: "import" }]],
    [["read", { path: "missing.js" }]],
    [["memory", { target: "memory", action: "add", content: "The tests of greet run with seq." }]],
    [["start", { command: JOB }]],
    "It runs.",
    [["read", { path: "greet.test.js" }]],
    [["read", { path: "greet.test.js" }]],
    [["grep", { pattern: "import" }]],
    [["read", { path: "greet.js" }]],
    "It is built.",
    [["read", { path: "greet.js" }]],
    [["recall", { target: "0006", offset: 599 }]],
    "It is.",
    [["read", { path: "greet.js", limit: 1 }]],
    "Yes.",
  ]);

const lines = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, index) => String(first + index)).join("\n");

/** What the model is given in the task, whatever the framework: each text once, in order. */
export const GIVEN: readonly string[] = [
  "You are a coding agent.\n\n[Memory · 0% — 0/2,200 chars]\n(empty)\n\n[The user profile · 0% — 0/1,375 chars]\n(empty)",
  PROMPTS.first,
  `[#0001 greet.js lines 1-3 of 3 sha fb7134d2]\n1: export const greet = () => {\n2:   return "Hello.";\n3: };`,
  `[#0002 greet.test.js lines 1-3 of 3 sha d9a96fe5]\n1: import { greet } from "./greet.js";\n2: \n3: console.assert(greet("Ann") === "Hello, Ann.");`,
  `[#0003]\ngreet.test.js:1: import { greet } from "./greet.js";`,
  "[#0004 greet.js lines 2-2 of 3 sha fb7134d2] Unchanged since #0001, which already shows lines 1-3.",
  `[#0005 greet.js sha dbc53fa3]\n@@ -1,3 +1,3 @@\n-export const greet = () => {\n-  return "Hello.";\n+export const greet = (name) => {\n+  return \`Hello, $` +
    "{name}.`;\n };",
  `[#0006]\n${lines(1, 200)}\n[300 lines elided, full output #0006]\n${lines(501, 600)}`,
  "[#0007 recall #0006 lines 301-302 of 600]\n301\n302",
  "[#0008] Same result as #0003.",
  "[#0009]\nError: there is no file missing.js",
  "[#000a]\nEntry added. (1% — 32/2,200 chars)",
  "[#000b]\nStarted as job1.",
  PROMPTS.second,
  `[A background job you started has finished:]\njob1 (${JOB}) exited with 0 after 0s.\nOutput you had not read:\nbuilt`,
  `[#000c greet.test.js lines 1-3 of 3 sha d9a96fe5]\n1: import { greet } from "./greet.js";\n2: \n3: console.assert(greet("Ann") === "Hello, Ann.");`,
  "[#000d greet.test.js lines 1-3 of 3 sha d9a96fe5] Unchanged since #000c, which already shows lines 1-3.",
  `[#000e]\ngreet.test.js:1: import { greet } from "./greet.js";`,
  "[#000f greet.js lines 1-3 of 3 sha dbc53fa3]\n1: export const greet = (name) => {\n2:   return `Hello, $" +
    "{name}.`;\n3: };",
  `${SUMMARY}\n\n## Files read before this summary\n\nRead a file again for its content; recall shows a result by its id.\n\n| Path | Lines | sha | Result |\n|---|---|---|---|\n| greet.test.js | 1-3 of 3 | d9a96fe5 | #000c |\n| greet.js | 1-3 of 3 | dbc53fa3 | #000f |`,
  PROMPTS.third,
  "[#0010 greet.js lines 1-3 of 3 sha dbc53fa3]\n1: export const greet = (name) => {\n2:   return `Hello, $" +
    "{name}.`;\n3: };",
  "[#0011 recall #0006 lines 599-600 of 600]\n599\n600",
  "You are a coding agent.\n\n[Memory · 1% — 32/2,200 chars]\n~~~\nThe tests of greet run with seq.\n~~~\n\n[The user profile · 0% — 0/1,375 chars]\n(empty)",
  PROMPTS.fourth,
  "[#0012 greet.js lines 1-1 of 3 sha dbc53fa3] Unchanged since #0010, which already shows lines 1-3.",
];
