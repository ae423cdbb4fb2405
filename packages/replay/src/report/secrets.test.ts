import { describe, expect, it } from "vitest";
import { secretNames, withoutSecrets } from "./secrets.js";

/** Put together here, so that no scanner takes this file for a leak. */
const secrets: Readonly<Record<string, string>> = {
  "private keys": `-----BEGIN RSA PRIVATE ${"KEY-----"}\nabc\ndef\n-----END RSA PRIVATE ${"KEY-----"}`,
  "keys of Anthropic and OpenAI": `${"sk"}-ant-api03-${"a1".repeat(20)}`,
  "tokens of GitHub": `${"ghp"}_${"a1".repeat(18)}`,
  "tokens of GitLab": `${"glpat"}-${"a1".repeat(10)}`,
  "keys of AWS": `${"AKIA"}${"A1".repeat(8)}`,
  "keys and tokens of Google": `${"AIza"}${"a".repeat(35)}`,
  "tokens of Slack": `${"xoxb"}-${"1".repeat(12)}-abc`,
  "keys of Stripe": `${"sk"}_live_${"a1".repeat(10)}`,
  "tokens of npm": `${"npm"}_${"a1".repeat(18)}`,
  "tokens of Hugging Face": `${"hf"}_${"a1".repeat(17)}`,
  "JSON web tokens": `${"eyJ"}${"a".repeat(20)}.${"b".repeat(20)}.${"c".repeat(20)}`,
};

/** Further shapes of secrets, by what takes them out. */
const shapes: readonly (readonly [name: string, secret: string])[] = [
  ...["glrt", "gldt", "glcbt"].map((kind) => ["tokens of GitLab", `${kind}-${"a1".repeat(10)}`] as const),
  ["keys and tokens of Google", `${"ya29"}.${"a1".repeat(20)}`],
  ["keys and tokens of Google", `${"GOCSPX"}-${"a1".repeat(14)}`],
  ["tokens of Slack", `${"xapp"}-1-A1B2-${"1".repeat(12)}-abc`],
  ["tokens of Discord and Telegram", `123456789:${"AA"}${"b1".repeat(17)}`],
  ["keys of Stripe", `${"whsec"}_${"a1".repeat(16)}`],
  ["hashes of passwords", `$2b$12$${"a1".repeat(26)}`],
  ["hashes of passwords", `$argon2id$v=19$m=65536,t=3,p=4$${"a1".repeat(20)}`],
  ...[
    ...[`${"dckr"}_pat_${"a1".repeat(13)}`, `${"pypi"}-AgEIcHlwaS5vcmc${"a1".repeat(20)}`],
    ...[`${"rubygems"}_${"a1".repeat(24)}`, `${"SG"}.${"a1".repeat(11)}.${"a1".repeat(21)}`],
    ...[`${"SK"}${"a1".repeat(16)}`, `${"dop"}_v1_${"a1".repeat(32)}`, `${"shpat"}_${"a1".repeat(16)}`],
    ...[`${"dapi"}${"a1".repeat(16)}`, `${"hvs"}.${"a1".repeat(12)}`, `${"glsa"}_${"a1".repeat(16)}`],
    ...[`${"lin"}_api_${"a1".repeat(20)}`, `${"ntn"}_${"a1".repeat(20)}`, `${"ATATT"}3${"a1".repeat(20)}`],
    ...[`${"gsk"}_${"a1".repeat(26)}`, `${"xai"}-${"a1".repeat(40)}`, `${"pplx"}-${"a1".repeat(24)}`],
    `${"r8"}_${"a1".repeat(18)}`,
  ].map((secret) => ["tokens of Docker, PyPI", secret] as const),
];

const armoured = `-----BEGIN PGP PRIVATE ${"KEY BLOCK-----"}\nabc\n-----END PGP PRIVATE ${"KEY BLOCK-----"}`;

describe("what looks like a secret", () => {
  it.each([...Object.entries(secrets), ...shapes, ["private keys", armoured] as const])(
    "is taken out, and what stands around it is not: %s",
    (name, secret) => {
      const found = new Map<string, number>();
      expect(withoutSecrets(`before ${secret} after`, found)).toBe("before [secret taken out] after");
      expect([...found]).toEqual([[expect.stringContaining(name), 1]]);
    },
  );

  it.each([
    ["Authorization: Bearer abcdef123456", "Authorization: Bearer [secret taken out]"],
    ["Authorization: Bearer  abcdef123456", "Authorization: Bearer  [secret taken out]"],
    ["Authorization: token abcdef123456", "Authorization: token [secret taken out]"],
    ["authorization: abcdef1234567890", "authorization: [secret taken out]"],
    ['{"auth": "dXNlcjpodW50ZXIy"}', '{"auth": "[secret taken out]"}'],
    ["Set-Cookie: session=abc; Path=/\nHost: a", "Set-Cookie: [secret taken out]\nHost: a"],
    ['-H "Cookie: a=b; c=d" x', '-H "Cookie: [secret taken out]" x'],
    ['{"cookie": "a=b; c=d"}', '{"cookie": "[secret taken out]"}'],
    ["https://a.b/c?sv=1&sig=abcdef0123456789%3D&x=1", "https://a.b/c?sv=1&sig=[secret taken out]&x=1"],
    ["curl -u me:hunter2 https://a.b", "curl -u me:[secret taken out] https://a.b"],
    ["curl --user 'me:hunter2' https://a.b", "curl --user 'me:[secret taken out]' https://a.b"],
    ["sshpass -p hunter2 ssh a", "sshpass -p [secret taken out] ssh a"],
    ["mysql -u me -phunter2 -h a db", "mysql -u me -p[secret taken out] -h a db"],
    ["machine a.b login me password hunter2", "machine a.b login me password [secret taken out]"],
    [
      `https://hooks.slack.com/services/${"T1/B1/a1a1a1a1a1a1a1a1"}`,
      "https://hooks.slack.com/services/[secret taken out]",
    ],
    [
      `https://discord.com/api/webhooks/1234567890/${"a1".repeat(30)}`,
      "https://discord.com/api/webhooks/1234567890/[secret taken out]",
    ],
    ["DB_PASS=hunter2", "DB_PASS=[secret taken out]"],
    ["MYSQL_PWD=hunter2", "MYSQL_PWD=[secret taken out]"],
    ["SECRET_KEY_BASE=abcdef", "SECRET_KEY_BASE=[secret taken out]"],
    ["API_TOKEN_2: abcdef", "API_TOKEN_2: [secret taken out]"],
    ["client-key-data: TFMwdExT", "client-key-data: [secret taken out]"],
    ['"credentials": "a b"', '"credentials": "[secret taken out]"'],
    ["https://user:hunter2@example.com/", "https://user:[secret taken out]@example.com/"],
    ["redis://:hunter2@host:6379", "redis://:[secret taken out]@host:6379"],
    ["redis://:hunt@er2@host:6379", "redis://:[secret taken out]@host:6379"],
    ["https://abcdef0123456789@example.com/", "https://[secret taken out]@example.com/"],
    [
      "https://abcdef0123456789:x-oauth@example.com/",
      "https://[secret taken out]:[secret taken out]@example.com/",
    ],
    ['{"password": "correct horse"}', '{"password": "[secret taken out]"}'],
    ['{"password": "a \\" b", "user": "me"}', '{"password": "[secret taken out]", "user": "me"}'],
    ['{"password": "a\\\\", "user": "me"}', '{"password": "[secret taken out]", "user": "me"}'],
    ['password: "never closed, b\nnext', 'password: "[secret taken out]\nnext'],
    ["PASSWORD='a,b c'", "PASSWORD='[secret taken out]'"],
    ['token = """a"b"""', 'token = """[secret taken out]"""'],
    [
      '"{\\"password\\": \\"a b\\", \\"user\\": 1}"',
      '"{\\"password\\": \\"[secret taken out]\\", \\"user\\": 1}"',
    ],
    [
      '{\\"token\\": \\"a \\\\\\" b\\", \\"user\\": 1}',
      '{\\"token\\": \\"[secret taken out]\\", \\"user\\": 1}',
    ],
    ["x-api-key: abcdef", "x-api-key: [secret taken out]"],
    ["api-key=abcdef", "api-key=[secret taken out]"],
    ["API key: abcdef", "API key: [secret taken out]"],
    ["ENCRYPTION_KEY=abcdef", "ENCRYPTION_KEY=[secret taken out]"],
    ['"secretKey": "abcdef"', '"secretKey": "[secret taken out]"'],
    ["AccountKey=abcdef==;Name=a", "AccountKey=[secret taken out];Name=a"],
    ["ssh-key = abcdef", "ssh-key = [secret taken out]"],
    ['env["API_TOKEN"] = "abcdef"', 'env["API_TOKEN"] = "[secret taken out]"'],
    ['password := "abcdef"', 'password := "[secret taken out]"'],
    ['"password" => "abcdef"', '"password" => "[secret taken out]"'],
    ["token => abcdef", "token => [secret taken out]"],
    ["password    = abcdef", "password    = [secret taken out]"],
    ["password=a1", "password=[secret taken out]"],
    ["secret:\n  password: hunter2", "secret:\n  password: [secret taken out]"],
    ["secret:\n  db_password = hunter2", "secret:\n  db_password = [secret taken out]"],
    ['{"secret":\n"api_key": "a b"}', '{"secret":\n"api_key": "[secret taken out]"}'],
    ["secret: |\n  hunter2\nnext", "secret: |\n  [secret taken out]\nnext"],
    ["mysql --password hunter2 -u me", "mysql --password [secret taken out] -u me"],
    ["curl --api-key 'a b' x", "curl --api-key '[secret taken out]' x"],
    ["DB_PASSWORD=correcthorse\nnext", "DB_PASSWORD=[secret taken out]\nnext"],
    ["api_key: 'abcdef'", "api_key: '[secret taken out]'"],
  ])("is taken out where its name says so: %s", (text, expected) => {
    expect(withoutSecrets(text, new Map())).toBe(expected);
  });

  it("is taken out and counted once where two patterns find it", () => {
    const found = new Map<string, number>();
    const text = `token=${secrets["tokens of GitHub"]} token: "${secrets["tokens of npm"]}"`;
    const expected = 'token=[secret taken out] token: "[secret taken out]"';
    expect(withoutSecrets(text, found)).toBe(expected);
    expect([...found]).toEqual([
      ["tokens of GitHub", 1],
      ["tokens of npm", 1],
    ]);
  });

  it.each([
    "the token is read, sk-1, a key of the map, password: no\nconst key = 1; https://example.com:80/a@b",
    'password: "", token: null, { secret: { type: "string" } }, token::parse(1), monkey: banana',
    "--token <value>, --token --verbose, ssh://git@example.com/a",
    "a -----BEGIN PGP PUBLIC KEY BLOCK-----",
    "date -u +%H:%M, docker run -u 1000:1000, ok: pass 12, PWD=/home, cookies: 3, login a, ssh -p 22, mysql -p db",
  ])("is no ordinary text: %s", (text) => {
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
      'password="',
      'password=\\\\\\"',
      "token \\\\\\\\",
      "token   \t",
      "--token ",
      "token=",
      "token: ",
      "token:\n",
      "-",
      "api key",
      "Bearer ",
      "://a@",
      "password=null",
      ...[
        "Cookie: ",
        "mysql ",
        "mysql -p",
        "curl -u a:",
        "-u ",
        "a:",
        "login ",
        "login a password ",
        "sshpass -p ",
      ],
      ...[
        "$6$",
        "$6$a",
        "Authorization: ",
        "Authorization: Token ",
        "?sig=",
        "/api/webhooks/1",
        "1234567890:AA",
      ],
      ...[
        "SG.aaaaaaaaaaaaaaaa.",
        "SKa",
        "hooks.slack.com/services/",
        '"auth": "',
        "key_",
        "key-data",
        "token1",
      ],
    ];
    // A square of so many steps would not end within the test's time.
    for (const part of hostile)
      expect(withoutSecrets(part.repeat(500_000 / part.length), new Map())).toBeTypeOf("string");
    expect(withoutSecrets(`token="${"a\\\\".repeat(5_000_000)}`, new Map())).toBe(
      'token="[secret taken out]',
    );
  });
});
