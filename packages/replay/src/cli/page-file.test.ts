import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { jsonLines, read, scratchCommand } from "../testing/scratch-command.js";

const { file, folder, run } = scratchCommand();

const steps = jsonLines(read("#a001"), read("#a002"));
const session = file("steps.jsonl", steps);
const text = (name: string): string => readFileSync(join(folder, name), "utf8");
/** What is printed where nothing was replayed, and why. */
const refused = (stderr: string): object => ({ status: 2, stdout: "", stderr: `${stderr}\n` });

describe("the file of a page", () => {
  it("is never a recording that is replayed, by whatever name", async () => {
    mkdirSync(join(folder, "sessions"));
    file("sessions/inner.jsonl", steps);
    symlinkSync("steps.jsonl", join(folder, "symbolic"));
    linkSync(join(folder, session), join(folder, "hard"));
    file("empty.jsonl", "");
    const cases: readonly (readonly [page: string, ...inputs: string[]])[] = [
      [session, session],
      [`./${session}`, session],
      ["symbolic", session],
      ["hard", session],
      [session, "symbolic"],
      ["sessions/inner.jsonl", "sessions"],
      ["empty.jsonl", session, "empty.jsonl"],
    ];
    for (const [page, ...inputs] of cases)
      expect(await run("--html", page, ...inputs)).toEqual(
        refused(`${page} is a recording to replay: name another file for the page.`),
      );
    expect([text(session), text("sessions/inner.jsonl"), text("empty.jsonl")]).toEqual([steps, steps, ""]);
    expect(lstatSync(join(folder, "symbolic")).isSymbolicLink()).toBe(true);
  });

  it("is no other file that holds something, whatever that is", async () => {
    for (const [name, held] of [
      ["other.jsonl", steps],
      ["own.html", "<!doctype html>\n<html><head><title>Mine</title></head></html>\n"],
    ] as const) {
      file(name, held);
      expect(await run("--html", name, session)).toEqual(
        refused(`${name} is there already and no page of lembas-replay: name another file for the page.`),
      );
      expect(text(name)).toBe(held);
    }
    const prices = file("prices.json", '{"currency":"$","input":3}');
    expect((await run("--price", prices, "--html", prices, session)).status).toBe(2);
    expect(text(prices)).toBe('{"currency":"$","input":3}');
  });

  it("may be a new one, an empty one, and a page that was written before, which keeps who may read it", async () => {
    file("fresh.html", "");
    for (const name of ["new.html", "fresh.html"]) {
      const first = await run("--html", name, session);
      expect(first).toMatchObject({ status: 0, stderr: "" });
      expect(first.stdout).toContain(`\nThe page is in ${name}.\n`);
    }
    const without = text("new.html");
    chmodSync(join(folder, "new.html"), 0o600);
    symlinkSync("new.html", join(folder, "linked.html"));
    expect((await run("--html", "linked.html", "--names", session)).status).toBe(0);
    expect(text("new.html").length).toBeGreaterThan(without.length);
    expect(lstatSync(join(folder, "linked.html")).isSymbolicLink()).toBe(true);
    if (process.platform !== "win32") expect(statSync(join(folder, "new.html")).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it.runIf(existsSync("/dev/full"))("may be a device or a pipe, which is written to as it is", async () => {
    expect(await run("--html", "/dev/null", session)).toMatchObject({ status: 0, stderr: "" });
    expect(statSync("/dev/null").isFile()).toBe(false);
    const { status, stdout, stderr } = await run("--html", "/dev/full", session);
    expect([status, stdout.includes("The page is in")]).toEqual([2, false]);
    expect(stderr).toMatch(/^\/dev\/full: ENOSPC: [^\n]*\n$/);
  });

  it("is refused before the replay where it cannot be written", async () => {
    mkdirSync(join(folder, "pages"));
    symlinkSync("nowhere.html", join(folder, "dangling.html"));
    for (const [page, why] of [
      ["pages", "pages is a folder: name a file for the page."],
      ["pages/", "pages/ is a folder: name a file for the page."],
      ["coming/", "coming/ is a folder: name a file for the page."],
      ["missing/page.html", "There is no folder missing for the page."],
      [`${session}/page.html`, `There is no folder ${session} for the page.`],
      [
        "dangling.html",
        "dangling.html is a symbolic link to a file that is not there: name another file for the page.",
      ],
    ] as const)
      expect(await run("--html", page, session)).toEqual(refused(why));
    const long = `${"long".repeat(100)}.html`;
    const { status, stdout, stderr } = await run("--html", long, session);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr.startsWith(`${long}: ENAMETOOLONG`)).toBe(true);
  });
});
