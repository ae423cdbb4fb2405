import fc from "fast-check";
import { expect, it } from "vitest";
import { IdScanner } from "./id-scanner.js";

it("finds the id of any message, wherever it stands and however the bytes come", () => {
  const id = fc.oneof(fc.string({ maxLength: 20 }), fc.integer());
  const field = fc.constantFrom("id", "method", 'i"d', "params");
  const other = fc.dictionary(field, fc.jsonValue(), { maxKeys: 4 });
  fc.assert(
    fc.property(
      id,
      other,
      other,
      fc.integer({ min: 1, max: 9 }),
      (value, { id: _, ...before }, { id: __, ...after }, size) => {
        const bytes = Buffer.from(`${JSON.stringify({ ...before, id: value, ...after })}\n`);
        const scanner = new IdScanner();
        for (let start = 0; start < bytes.length; start += size)
          scanner.scan(bytes.subarray(start, start + size));
        expect(scanner.id).toBe(value);
      },
    ),
  );
});

it.each(["", "x", "{}", '{"id":null}', '{"params":{"id":5}}', '[{"id":5}]', '"id":5', '{"id":[5]}'])(
  "%s has none",
  (text) => {
    const scanner = new IdScanner();
    scanner.scan(Buffer.from(text));
    expect(scanner.id).toBe(null);
  },
);
