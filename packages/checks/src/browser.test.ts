import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suiteNames } from "@lembas/conformance/node";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { chromiumPath, hasChromium, startChromium } from "./chromium.js";
import type { BrowserReport, FixtureFile } from "./in-browser.js";
import { root } from "./workspace.js";

const files: FixtureFile[] = suiteNames().flatMap((suite) =>
  readdirSync(join(root, "fixtures", suite)).map((name) => ({
    suite,
    file: `${suite}/${name}`,
    document: JSON.parse(readFileSync(join(root, "fixtures", suite, name), "utf8")),
  })),
);

/** Continuous integration has a browser on Linux; elsewhere one may be missing, and the run says so. */
const mustRun = process.env["CI"] === "true" && process.platform === "linux";

const bundle = async (): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, "in-browser.ts")],
    bundle: true,
    write: false,
    format: "iife",
    globalName: "lembas",
    platform: "browser",
    target: "es2023",
    logLevel: "silent",
  });
  return outputFiles.map(({ text }) => text).join("");
};

it.runIf(hasChromium || mustRun)("every case passes in a real browser", async () => {
  expect(hasChromium, `${chromiumPath} is missing: install Chromium, or set CHROMIUM to where it is.`).toBe(
    true,
  );
  const script = await bundle();
  const browser = await startChromium();
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: script });
    // As a text: in a program's own object `__proto__` would be no key like another.
    const program = `lembas.runInBrowser(JSON.parse(${JSON.stringify(JSON.stringify(files))}))`;
    const report: BrowserReport = await page.evaluate(program);
    expect(report.others).toEqual([]);
    expect(report.hasNode).toBe(false);
    expect(Object.keys(report.passed)).toEqual(files.map(({ file }) => file));
    expect(Math.min(...Object.values(report.passed))).toBeGreaterThan(0);
  } finally {
    await browser.close();
  }
});

if (!hasChromium) it.skip(`every case passes in a real browser: not tried, since ${chromiumPath} is missing`);
