import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Transcript } from "../testing/transcript.js";
import { PieceReader } from "./piece-reader.js";
import { readSentRequest, type SentRequest } from "./sent-request.js";

const read = (transcript: Transcript, callId: string, bytes = transcript.bytes): SentRequest | undefined =>
  readSentRequest(PieceReader.of(bytes), callId, () => true);

const shownBy = (request: SentRequest | undefined): readonly unknown[] | undefined =>
  request?.results.map(({ call, content }) => [call.id, content]);

const call = (id: string, name = "Bash") => ({ id, name, input: { command: `run ${id}` } });

/** A conversation with a result, at the next call. */
const begin = (): Transcript => {
  const transcript = new Transcript();
  transcript.say("do it");
  transcript.call([call("a")]);
  transcript.answer([{ id: "a", content: "answer a" }]);
  return transcript;
};

describe("a request", () => {
  it("has the results that were sent with it, and their calls", () => {
    const transcript = begin();
    transcript.call([call("b")], { tokens: 5000 });
    expect(read(transcript, "b")).toEqual({
      results: [
        { call: { id: "a", tool: "Bash", input: { command: "run a" } }, content: "answer a", isError: false },
      ],
      before: { id: "a", tool: "Bash", input: { command: "run a" } },
      tokens: 5001,
    });
  });

  it("has no results that come after it, nor those of calls made side by side", () => {
    const transcript = begin();
    transcript.call([call("b"), call("c")]);
    transcript.answer([{ id: "b", content: "answer b" }]);
    expect(shownBy(read(transcript, "c"))).toEqual([["a", "answer a"]]);
  });

  it.each([
    ["in their order", ["b", "c"]],
    ["in another order", ["c", "b"]],
  ])("has results of calls made side by side %s", (_, order) => {
    const transcript = begin();
    transcript.call([call("b"), call("c")]);
    transcript.answer(order.map((id) => ({ id, content: `answer ${id}` })));
    transcript.call([call("d")]);
    expect(shownBy(read(transcript, "d"))).toEqual([
      ["a", "answer a"],
      ...order.map((id) => [id, `answer ${id}`]),
    ]);
  });

  it("has results as they were sent, where they stand in a record of their own", () => {
    const transcript = begin();
    transcript.replaceMessages((messages) =>
      messages.map((message, index) =>
        index === 2
          ? {
              role: "user",
              content: [{ tool_use_id: "a", type: "tool_result", content: "answer a\nand a note" }],
            }
          : message,
      ),
    );
    const hash = transcript.blob(2);
    transcript.call([call("b")]);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(shownBy(read(transcript, "b"))).toEqual([["a", "answer a\nand a note"]]);
  });

  it("has no result that was sent otherwise than it stands", () => {
    const transcript = begin();
    transcript.replaceMessages((messages) =>
      messages.map((message, index) =>
        index === 2
          ? { role: "user", content: [{ tool_use_id: "a", type: "tool_result", content: "[cleared]" }] }
          : message,
      ),
    );
    transcript.call([call("b")]);
    expect(shownBy(read(transcript, "b"))).toEqual([]);
  });

  it("has no result that was compacted away, but those kept", () => {
    const transcript = begin();
    transcript.call([call("b")]);
    transcript.answer([{ id: "b", content: "answer b" }]);
    transcript.replaceMessages((messages) => [
      { role: "user", content: [{ type: "text", text: "a summary" }] },
      ...messages.slice(3),
    ]);
    transcript.call([call("c")]);
    expect(shownBy(read(transcript, "c"))).toEqual([["b", "answer b"]]);
  });

  it("has no result of a branch that was gone back from", () => {
    const transcript = begin();
    transcript.call([call("b")]);
    transcript.answer([{ id: "b", content: "answer b" }]);
    transcript.call([call("c")]);
    transcript.replaceMessages((messages) => messages.slice(0, 3));
    transcript.call([call("d")]);
    expect(shownBy(read(transcript, "d"))).toEqual([["a", "answer a"]]);
    expect(shownBy(read(transcript, "c"))).toEqual([
      ["a", "answer a"],
      ["b", "answer b"],
    ]);
  });

  it("has errors and blocks as they are", () => {
    const transcript = begin();
    transcript.call([call("b")]);
    transcript.answer([
      { id: "b", content: [{ type: "text", text: "x" }, { type: "image" }], isError: true },
    ]);
    transcript.call([call("c")]);
    expect(read(transcript, "c")?.results[1]).toMatchObject({
      content: [{ type: "text", text: "x" }, { type: "image" }],
      isError: true,
    });
  });

  it("has the results of those calls alone that are asked for", () => {
    const transcript = begin();
    transcript.call([call("b", "Read")]);
    transcript.answer([{ id: "b", content: "answer b" }]);
    transcript.call([call("c")]);
    const request = readSentRequest(PieceReader.of(transcript.bytes), "c", ({ tool }) => tool === "Read");
    expect(shownBy(request)).toEqual([["b", "answer b"]]);
    expect(request?.before?.id).toBe("b");
  });

  it("comes after the last result, one with an error too", () => {
    const transcript = begin();
    transcript.call([call("b")]);
    transcript.failAs({ id: "b", content: "Exit code 1" });
    transcript.call([call("c")]);
    expect(read(transcript, "c")?.before?.id).toBe("b");
    expect(shownBy(read(transcript, "c"))).toEqual([
      ["a", "answer a"],
      ["b", "Exit code 1"],
    ]);
  });

  it("has what a text says that looks like a field of a row", () => {
    const transcript = begin();
    const content = '{"a":1,"toolUseResult":{}}\n"attachment":{';
    transcript.call([{ id: "b", name: "Bash", input: { toolUseResult: { a: 1 }, b: ',"toolUseResult":' } }]);
    transcript.answer([{ id: "b", content }]);
    transcript.call([call("c")]);
    expect(shownBy(read(transcript, "c"))?.[1]).toEqual(["b", content]);
  });
});

describe("nothing is told", () => {
  it.each([
    ["results", { context_management: { edits: [{ type: "clear_tool_uses_20250919" }] } }],
    [
      "thinking and more",
      { context_management: { edits: [{ type: "clear_thinking_20251015" }, { type: "compact_20260112" }] } },
    ],
    ["what is not known", { context_management: { edits: [{}] } }],
    ["what is not a list", { context_management: {} }],
  ])("where the server is asked to leave out %s", (_, params) => {
    const transcript = begin();
    transcript.call([call("b")], { params });
    expect(read(transcript, "b")).toBeUndefined();
  });

  it("where the call is not there, or its request has no record", () => {
    const transcript = begin();
    transcript.call([call("b")]);
    expect(read(transcript, "z")).toBeUndefined();
    const text = transcript.text.replaceAll('"requestRef"', '"other"');
    expect(read(transcript, "b", Buffer.from(text))).toBeUndefined();
  });

  it("where a record in the chain is missing, or goes in circles", () => {
    const transcript = begin();
    transcript.call([call("b")]);
    const lines = transcript.text.split("\n");
    const first = lines.findIndex((line) => line.startsWith('{"type":"api-request",'));
    expect(read(transcript, "b", Buffer.from(lines.toSpliced(first, 1).join("\n")))).toBeUndefined();
    const [, id = ""] = /"id":"([^"]+)"/.exec(lines[first] ?? "") ?? [];
    const circle = lines.with(first, (lines[first] ?? "").replace('"keep":0', `"base":"${id}","keep":1`));
    expect(read(transcript, "b", Buffer.from(circle.join("\n")))).toBeUndefined();
  });
});

it("lines of any length are found, wherever the pieces end in which they are read", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 300_000 }), { maxLength: 5 }),
      fc.boolean(),
      (lengths, isCut) => {
        const transcript = begin();
        const contents = lengths.map(
          (length, index) => `${"é".repeat(length % 7)}${"x".repeat(length)}${index}`,
        );
        for (const [index, content] of contents.entries()) {
          transcript.call([call(`b${index}`)]);
          transcript.answer([{ id: `b${index}`, content }]);
          transcript.write({ type: "progress", data: "y".repeat(index * 1000) });
        }
        transcript.call([call("c")]);
        // The program may be in the midst of writing a line.
        const bytes = Buffer.from(transcript.text + (isCut ? '{"parentUuid":"x","mess' : ""));
        expect(shownBy(read(transcript, "c", bytes))).toEqual([
          ["a", "answer a"],
          ...contents.map((content, index) => [`b${index}`, content]),
        ]);
      },
    ),
    { numRuns: 15 },
  );
});

it("a damaged transcript tells nothing false, and never throws", () => {
  const transcript = begin();
  transcript.call([call("b"), call("c")]);
  transcript.answer([
    { id: "b", content: "answer b" },
    { id: "c", content: "answer c" },
  ]);
  transcript.call([call("d")]);
  const { bytes } = transcript;
  const answers = new Set(["a answer a", "b answer b", "c answer c"]);
  fc.assert(
    fc.property(
      fc.nat(bytes.length - 1),
      fc.integer({ min: 0, max: 255 }),
      fc.nat(60),
      (at, byte, removed) => {
        const damaged = Buffer.concat([
          bytes.subarray(0, at),
          Buffer.from([byte]),
          bytes.subarray(at + removed),
        ]);
        for (const { call, content } of read(transcript, "d", damaged)?.results ?? []) {
          expect(answers).toContain(`${call.id} ${content}`);
        }
      },
    ),
    { numRuns: 400 },
  );
});
