import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { scratchFolder } from "@lembas/build/testing";
import axe from "axe-core";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath, hasChromium, startChromium } from "./chromium.js";
import { root } from "./workspace.js";

const bin = join(root, "packages/replay/bin.js");
const mustRun = process.env["CI"] === "true" && process.platform === "linux";
const folder = scratchFolder();

/** Writes a page as the command does, and gives its path. */
const writePage = (name: string, ...args: string[]): string => {
  const path = join(folder, name);
  const { stderr, status } = spawnSync(process.execPath, [bin, ...args, "--html", path], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  return path;
};

const once = (write: () => string): (() => string) => {
  let path: string | undefined;
  return () => {
    path ??= write();
    return path;
  };
};
/** The page of the sample. */
const samplePage = once(() => writePage("sample.html", "--sample"));
/** The same with all that can be asked for. */
const auditedPage = once(() => writePage("audit.html", "--sample", "--names", "--texts"));

/** A recording that would like to run something, or to ask a server for something. */
const hostile = `</title></style></script></svg><script>globalThis.hacked=1</script><img src="http://example.invalid/x" onerror="globalThis.hacked=2"><style>body{background:url(http://example.invalid/y)}</style>" onclick="globalThis.hacked=3" ' javascript:alert(1) \u202e\u0000`;
const hostileSteps = (): string => {
  const lines = Array.from({ length: 30 }, (_, at) => `${hostile} line ${at}`).join("\n");
  const steps = [
    { op: "message", role: "assistant", text: hostile },
    { op: "output", id: "#a001", tool: hostile, args: { command: hostile }, text: lines },
    { op: "output", id: "#a002", tool: hostile, args: { command: hostile }, text: `${lines}\nmore` },
    { op: "read", id: "#a003", path: hostile, content: lines },
    { op: hostile },
    { op: "message", role: "assistant", text: "Done." },
  ];
  const path = join(folder, "hostile.jsonl");
  writeFileSync(path, steps.map((step) => `${JSON.stringify(step)}\n`).join(""));
  return path;
};

/** As long as an audit of every part of a page may take on a busy machine, in milliseconds. */
const SLOW = 180_000;

describe.runIf(hasChromium || mustRun)("the page of a replay, in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    expect(hasChromium, `${chromiumPath} is missing: install Chromium, or set CHROMIUM to where it is.`).toBe(
      true,
    );
    browser = await startChromium();
  });
  afterAll(() => browser?.close());

  const open = async (
    path: string,
    options: Parameters<Browser["newContext"]>[0] = {},
  ): Promise<{ page: Page; context: BrowserContext; asked: string[] }> => {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(pathToFileURL(path).href);
    return { page, context, asked };
  };

  it("asks nothing of anybody, and needs no script", async () => {
    const path = samplePage();
    expect(readFileSync(path).byteLength).toBeLessThan(150_000);
    const { page, context, asked } = await open(path, { javaScriptEnabled: false });
    expect(asked).toEqual([pathToFileURL(path).href]);
    expect(await page.locator("h1").textContent()).toMatch(
      /^With lembas, the results of your tools would have been [\d.]+% shorter; /,
    );
    expect(await page.locator("svg[role=img]").count()).toBe(2);
    expect(await page.locator("script").count()).toBe(0);
    const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute("content");
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; base-uri 'none'; form-action 'none'$/,
    );
    await context.close();
  });

  it("has its own style, which the policy lets through", async () => {
    const { page, context } = await open(samplePage());
    expect(await page.evaluate("getComputedStyle(document.body).maxWidth")).toBe("1056px");
    await context.close();
  });

  it("leads by keyboard past all squares, and to each part of the page", async () => {
    const { page, context } = await open(samplePage());
    const links = page.locator("nav a");
    for (const link of await links.all())
      expect(await page.locator(`h2${await link.getAttribute("href")}`).count()).toBe(1);
    await links.last().focus();
    const skip = page.locator(".skip a");
    expect((await skip.boundingBox())?.width).toBeLessThan(2);
    // From one part to the next by what can be scrolled, as far as the link past the squares, which is then seen.
    for (let at = 0; at < 9 && (await page.evaluate("document.activeElement.hash")) !== "#rows"; at += 1)
      await page.keyboard.press("Tab");
    expect((await skip.boundingBox())?.width).toBeGreaterThan(100);
    await page.keyboard.press("Enter");
    expect(new URL(page.url()).hash).toBe("#rows");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.closest('tr')?.id")).toBe("r13");
    await context.close();
  });

  it("leads by keyboard from a square to its row, and on to what it names", async () => {
    const { page, context } = await open(samplePage());
    const squares = page.locator("svg[role=group] a");
    const count = await squares.count();
    expect(await page.locator("tr[id^=r]").count()).toBe(count);
    // What reads the page aloud has a name for each.
    expect(await page.getByRole("link", { name: /^Result \d+, .*: [\d,]+ characters?/ }).count()).toBe(count);
    await page.locator('[aria-label="Strip of the results"]').focus();
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.getAttribute('href')")).toBe("#r1");
    for (let at = 1; at < 13; at += 1) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(new URL(page.url()).hash).toBe("#r13");
    const row = page.locator("#r13");
    expect(await row.textContent()).toContain("result 7");
    // From the row on, the next stop is the link in it.
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.closest('tr')?.id")).toBe("r13");
    const outline = await page.evaluate("getComputedStyle(document.activeElement).outlineStyle");
    expect(outline).toBe("solid");
    await context.close();
  });

  /** What an audit of accessibility finds in the page of the sample: a rule's faults, and which rules were kept. */
  const audit = async (colorScheme: "light" | "dark", runOnly: readonly string[]) => {
    const { page, context } = await open(auditedPage(), { colorScheme });
    // What the developer's tools run is not bound by the page's policy.
    await page.evaluate(axe.source);
    const { violations, passes } = await page.evaluate<{
      violations: { id: string; nodes: { target: string[] }[] }[];
      passes: { id: string }[];
    }>(`axe.run(document, { runOnly: ${JSON.stringify(runOnly)}, resultTypes: ["violations"] })`);
    await context.close();
    return {
      faults: violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ target }) => target)]),
      kept: passes.map(({ id }) => id),
    };
  };

  it(
    "has no fault that an audit of accessibility finds",
    async () => {
      const all = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
      const { faults, kept } = await audit("light", all);
      expect(faults).toEqual([]);
      expect(kept).toEqual(expect.arrayContaining(["color-contrast", "target-size", "svg-img-alt"]));
    },
    SLOW,
  );

  it(
    "has no fault of its colours in the dark: nothing else depends on them",
    async () => {
      const colours = ["color-contrast", "link-in-text-block"];
      const { faults, kept } = await audit("dark", colours);
      expect(faults).toEqual([]);
      expect(kept).toEqual(expect.arrayContaining(["color-contrast"]));
    },
    SLOW,
  );

  it("runs and asks for nothing that a recording would like, whatever it holds", async () => {
    const path = writePage("hostile.html", hostileSteps(), "--names", "--texts");
    const { page, context, asked } = await open(path);
    expect(await page.evaluate("globalThis.hacked")).toBeUndefined();
    expect(asked).toEqual([pathToFileURL(path).href]);
    expect(await page.locator("script, img, [onclick], [onerror]").count()).toBe(0);
    expect(await page.locator("style").count()).toBe(1);
    // It is there to be read.
    expect(await page.locator("#r1 + .texts pre").first().textContent()).toContain(
      "<script>globalThis.hacked=1</script>",
    );
    await context.close();
  });

  it("prints in light, with every row", async () => {
    const { page, context } = await open(samplePage(), { colorScheme: "dark" });
    await page.emulateMedia({ media: "print" });
    expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(255, 255, 255)");
    // Nothing is scrolled on paper: what did not fit would be lost.
    const overflows = await page.evaluate<string[]>(
      "[...document.querySelectorAll('.wide')].map((each) => getComputedStyle(each).overflowX)",
    );
    expect(new Set(overflows)).toEqual(new Set(["visible"]));
    expect((await page.pdf()).byteLength).toBeGreaterThan(10_000);
    await context.close();
  });

  it("is as wide as the paper, and no wider, whatever a tool is called", async () => {
    const recording = join(folder, "long-names.jsonl");
    const tool = "UNBROKEN".repeat(40);
    const step = { op: "output", tool, args: { command: tool }, text: `${tool}\n`.repeat(20) };
    writeFileSync(recording, `${JSON.stringify(step)}\n`.repeat(3));
    const path = writePage("long-names.html", recording, "--names", "--texts");
    const A4 = { width: 718, height: 1_047 };
    const { page, context } = await open(path, { viewport: A4 });
    await page.emulateMedia({ media: "print" });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(A4.width);
    await context.close();
  });

  it("shows on paper the texts that were unfolded, and nothing of the others", async () => {
    const { page, context } = await open(auditedPage());
    await page.locator("#r2 + .texts summary").first().click();
    await page.emulateMedia({ media: "print" });
    expect(await page.locator("details:visible").count()).toBe(1);
    expect(await page.locator("#r2 + .texts pre:visible").count()).toBe(1);
    await context.close();
  });

  it("breaks no number on paper", async () => {
    const { page, context } = await open(samplePage(), { viewport: { width: 718, height: 1_047 } });
    await page.emulateMedia({ media: "print" });
    const broken = await page.evaluate<string[]>(
      "[...document.querySelectorAll('tbody td:not(.marks, .subject, .tool)')].filter((cell) => { const range = document.createRange(); range.selectNodeContents(cell); return range.getClientRects().length > 1; }).map((cell) => cell.textContent)",
    );
    expect(broken).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(718);
    await context.close();
  });

  it("is as wide as a narrow window, and no wider", async () => {
    const { page, context } = await open(samplePage(), {
      viewport: { width: 380, height: 800 },
    });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(380);
    await context.close();
  });
});

if (!hasChromium) it.skip(`the page of a replay in a browser: not tried, since ${chromiumPath} is missing`);
