import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { session } from "../testing/replay-steps.js";
import { jsonLines, scratchCommand } from "../testing/scratch-command.js";
import { tenSteps } from "../testing/ten-steps.js";
import { causeTitles } from "./causes.js";

const schema = JSON.parse(readFileSync(new URL("../../report.schema.json", import.meta.url), "utf8"));
const validate = new Ajv2020({ allErrors: true, strict: true }).compile(schema);
const { file, run } = scratchCommand();

const report = async (...args: string[]): Promise<Record<string, unknown>> => {
  const { stdout } = await run("--json", ...args);
  return JSON.parse(stdout);
};

describe("the report as JSON", () => {
  it("fits its schema, with every option that adds to it", async () => {
    const steps = file("ten.jsonl", jsonLines(...tenSteps));
    const other = file("session.jsonl", jsonLines(...session));
    const prices = file("prices.json", '{ "currency": "$", "input": 3 }');
    for (const args of [
      ["--sample"],
      [steps],
      ["--details", steps, other],
      ["--tokens", "--price", prices, steps],
    ]) {
      validate(await report(...args));
      expect(validate.errors).toBeNull();
    }
    const full = await report("--names", "--texts", other);
    validate(full);
    expect(validate.errors).toBeNull();
    expect(full["largest"]).toMatchObject({
      results: expect.arrayContaining([
        expect.objectContaining({
          tool: "grep",
          subject: "x",
          texts: { given: "a:1:x\n", lean: expect.any(String) },
        }),
      ]),
    });
  });

  it("has neither names nor texts of the session where they are not asked for", async () => {
    const { largest } = await report(file("plain.jsonl", jsonLines(...session)));
    expect(JSON.stringify(largest)).not.toMatch(/subject|texts|a:1:x/);
  });

  it("has the name of an argument in which known lines stand only with names", async () => {
    const text = Array.from({ length: 40 }, (_, at) => `line ${at} of what was noted`).join("\n");
    const steps = file(
      "argument.jsonl",
      jsonLines(
        { op: "output", tool: "note", args: { patient_name: text }, text: "ok" },
        { op: "output", tool: "show", args: {}, text: `${text}\nend` },
      ),
    );
    expect(JSON.stringify(await report(steps))).not.toContain("patient_name");
    expect(JSON.stringify((await report("--names", steps))["largest"])).toContain(
      '"argument":"patient_name"',
    );
  });

  it("is as strict as the types: a field more, or one less, does not fit", async () => {
    const good = await report(file("strict.jsonl", jsonLines(...tenSteps)));
    expect(validate(good)).toBe(true);
    expect(validate({ ...good, more: 1 })).toBe(false);
    const { conclusion: _, ...uncompared } = good;
    expect(validate(uncompared)).toBe(true);
    expect(validate({ ...good, all: { ...(good["all"] as object), more: 1 } })).toBe(false);
    const { recordings: __, ...without } = good;
    expect(validate(without)).toBe(false);
  });

  it("names every cause that there is", () => {
    const { causes } = schema.$defs.totals.properties;
    expect(Object.keys(causes.properties)).toEqual(Object.keys(causeTitles));
  });

  it("has money by policy, as the file of prices says", async () => {
    const prices = file("money.json", '{ "currency": "EUR", "input": 2, "cacheRead": 1, "cacheWrite": 2 }');
    const {
      money,
      prices: read,
      all,
    } = await report("--price", prices, file("m.jsonl", jsonLines(...tenSteps)));
    expect(read).toEqual({ currency: "EUR", input: 2, cacheRead: 1, cacheWrite: 2 });
    const [recorded] = (all as { totals: { policies: { diffs: { input: number; cached: number } }[] } })
      .totals.policies;
    expect(recorded?.diffs).toMatchObject({ input: 104_332, cached: 12 + 116 + 34_776 });
    // Four characters are taken for a token.
    const expected = (34_904 * 1 + (104_332 - 34_904) * 2) / 4 / 1_000_000;
    expect((money as Record<string, number>)["as recorded"]).toBeCloseTo(expected, 12);
  });
});
