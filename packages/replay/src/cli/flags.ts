import { Command, Option } from "commander";
import manifest from "../../package.json" with { type: "json" };
import { formats } from "../formats/all-formats.js";

/** What a person asks for. */
export interface Flags {
  readonly details?: boolean;
  readonly tokens?: boolean;
  readonly price?: string;
  readonly html?: string;
  readonly names?: boolean;
  readonly texts?: boolean;
  readonly markdown?: boolean;
  readonly json?: boolean;
  readonly print?: boolean;
  readonly each?: boolean;
  readonly union?: boolean;
  readonly acrossEdits?: boolean;
  readonly map?: string;
  readonly sample?: boolean;
}

const EXAMPLES = [
  "lembas-replay                                  # what agents have recorded on this machine, the newest",
  "lembas-replay ~/.claude/projects/my-project    # files and folders",
  "lembas-replay --sample --html sample.html      # the sample session, as a page",
];

const AFTER = `
Examples:
${EXAMPLES.map((example) => `  ${example}`).join("\n")}

Known formats: ${formats.map(({ name, title }) => `${title} (${name})`).join(", ")}.
Exit codes: 0 fine, 1 a false stub, repeat, mark or recall, 2 a file (or all) could not be replayed, 130 interrupted.`;

/** The command with its options; it throws where its arguments are wrong, and does not exit. */
export const command = (): Command =>
  new Command("lembas-replay")
    .description(
      "Puts recorded agent sessions through @lembas: what would have gone into the context, what that saves, and whether every claim in it is true.",
    )
    .argument("[paths...]", "recordings, or folders with files that end in .jsonl, .ndjson, .json or .traj")
    .version(manifest.version, "--version", "print the version")
    .option("--details", "the ledger with its defaults and its options, by kind of step and by cause, too")
    .option("--tokens", "count tokens (o200k) too; policies and calls are in tokens then")
    .option("--price <file>", "JSON with the prices of a million tokens: the input of all calls in money")
    .option("--html <file>", "write a page: plots, tables, and all results of the largest session")
    .option("--names", "the page and --json have paths, commands and names of arguments too")
    .option("--texts", "the page and --json have the texts of results too, without what looks like a secret")
    .addOption(new Option("--markdown", "print the report for a pull request").conflicts(["json", "print"]))
    .option("--json", "print the report as JSON")
    .addOption(new Option("--print", "print every inserted text").conflicts("json"))
    .option("--each", "a report for each recording before the one for all")
    .option("--union", "let several reads together cover a read")
    .option("--across-edits", "let reads stay good across the session's own edits")
    .option("--map <file>", "JSON with further tool names and arguments, by format")
    .option("--sample", "replay the sample session")
    .addOption(new Option("--verify", "as always").hideHelp())
    .addOption(new Option("--compare", "as always").hideHelp())
    .addHelpText("after", AFTER)
    .exitOverride();
