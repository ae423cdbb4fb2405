import { describe, expect, it } from "vitest";
import { secretNames, withoutSecrets } from "./secrets.js";

/** Put together here, so that no scanner takes this file for a leak. */
const secrets: Readonly<Record<string, string>> = {
  "private keys": `-----BEGIN RSA PRIVATE ${"KEY-----"}\nabc\ndef\n-----END RSA PRIVATE ${"KEY-----"}`,
  "keys of Anthropic and OpenAI": `${"sk"}-ant-api03-${"a1".repeat(20)}`,
  "tokens of GitHub": `${"ghp"}_${"a1".repeat(18)}`,
  "tokens of GitLab": `${"glpat"}-${"a1".repeat(10)}`,
  "keys of AWS": `${"AKIA"}${"A1".repeat(8)}`,
  "keys of Google": `${"AIza"}${"a".repeat(35)}`,
  "tokens of Slack": `${"xoxb"}-${"1".repeat(12)}-abc`,
  "keys of Stripe": `${"sk"}_live_${"a1".repeat(10)}`,
  "tokens of npm": `${"npm"}_${"a1".repeat(18)}`,
  "tokens of Hugging Face": `${"hf"}_${"a1".repeat(17)}`,
  "JSON web tokens": `${"eyJ"}${"a".repeat(20)}.${"b".repeat(20)}.${"c".repeat(20)}`,
};

describe("what looks like a secret", () => {
  it.each(Object.entries(secrets))("is taken out, and what stands around it is not: %s", (name, secret) => {
    const found = new Map<string, number>();
    expect(withoutSecrets(`before ${secret} after`, found)).toBe("before [secret taken out] after");
    expect([...found]).toEqual([[name, 1]]);
  });

  it.each([
    ["Authorization: Bearer abcdef123456", "Authorization: Bearer [secret taken out]"],
    ["https://user:hunter2@example.com/", "https://user:[secret taken out]@example.com/"],
    ['{"password": "correct horse"}', '{"password": "[secret taken out] horse"}'],
    ["DB_PASSWORD=correcthorse\nnext", "DB_PASSWORD=[secret taken out]\nnext"],
    ["api_key: 'abcdef'", "api_key: '[secret taken out]'"],
  ])("is taken out where its name says so: %s", (text, expected) => {
    expect(withoutSecrets(text, new Map())).toBe(expected);
  });

  it("is no ordinary text", () => {
    const text =
      "the token is read, sk-1, a key of the map, password: no\nconst key = 1; https://example.com:80/a@b";
    expect(withoutSecrets(text, new Map())).toBe(text);
    expect(secretNames).toEqual(expect.arrayContaining(Object.keys(secrets)));
  });

  it("is sought in time that grows with the text, of any text", () => {
    const hostile = [
      "-eyJaaaaaaaa",
      "-eyJaaaaaaaa.",
      "://a:",
      "password=",
      `-----BEGIN PRIVATE ${"KEY-----"}`,
      "sk-",
      "secret: ",
    ];
    // A square of a million steps would not end within the test's time.
    for (const part of hostile)
      expect(withoutSecrets(part.repeat(1_000_000 / part.length), new Map())).toBeTypeOf("string");
  });
});
