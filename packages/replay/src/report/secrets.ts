import { withoutNamedSecrets } from "./named-secrets.js";

/** What looks like a secret, by name: what stands before it is kept, the secret itself is not. */
interface SecretPattern {
  readonly name: string;
  readonly pattern: RegExp;
}

/** How tokens of services begin. */
const SERVICES = [
  "dckr_pat_",
  "pypi-AgE",
  "rubygems_",
  "lin_api_",
  "ntn_",
  "gsk_",
  "xai-",
  "pplx-",
  "r8_",
  "gl(?:c|sa)_",
  "do[opr]_v1_",
  "shp(?:at|ca|pa|ss)_",
  "dapi(?=[0-9a-f]{32})",
  "AT[AC]TT3",
  "hv[bsr]\\.",
  "SK(?=[0-9a-f]{32}\\b)",
  "SG\\.[A-Za-z0-9_-]{16,64}\\.",
];

/**
 * The patterns of secrets that are known. Each matches in time that is linear in the text: what repeats is bounded, or
 * followed by nothing.
 */
const PATTERNS: readonly SecretPattern[] = [
  {
    name: "private keys",
    pattern:
      /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:[\s\S]*?-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----|[\s\S]*)/g,
  },
  { name: "keys of Anthropic and OpenAI", pattern: /\bsk-[A-Za-z0-9_-]{16,}/g },
  { name: "tokens of GitHub", pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})/g },
  {
    name: "tokens of GitLab",
    pattern: /\bgl(?:pat|dt|rt|cbt|ptt|ft|soat|imt|agent|oas)-[A-Za-z0-9_-]{16,}/g,
  },
  { name: "keys of AWS", pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  {
    name: "keys and tokens of Google",
    pattern: /\b(?:AIza[A-Za-z0-9_-]{35}|ya29\.[A-Za-z0-9_-]{20,}|GOCSPX-[A-Za-z0-9_-]{20,})/g,
  },
  {
    name: "tokens of Slack",
    pattern:
      /\b(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10,}|(?<=\bhooks\.slack\.com\/services\/)[A-Za-z0-9/]{20,}/g,
  },
  {
    name: "tokens of Discord and Telegram",
    pattern: /(?<=\/api\/webhooks\/\d{10,30}\/)[A-Za-z0-9_-]{30,}|\b\d{8,10}:AA[A-Za-z0-9_-]{32,}/g,
  },
  { name: "keys of Stripe", pattern: /\b(?:[rs]k_(?:live|test)_|whsec_)[A-Za-z0-9]{10,}/g },
  { name: "tokens of npm", pattern: /\bnpm_[A-Za-z0-9]{30,}/g },
  { name: "tokens of Hugging Face", pattern: /\bhf_[A-Za-z0-9]{30,}/g },
  {
    name: "tokens of Docker, PyPI, RubyGems, SendGrid, Twilio, DigitalOcean, Shopify, Databricks, Vault, Grafana, Linear, Notion, Atlassian, Groq, xAI, Perplexity, Replicate",
    pattern: new RegExp(`\\b(?:${SERVICES.join("|")})[A-Za-z0-9_=-]{20,}`, "g"),
  },
  { name: "JSON web tokens", pattern: /\beyJ[A-Za-z0-9_-]{8,500}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g },
  {
    name: "bearer and basic authorization",
    pattern:
      /(?<=\b(?:Bearer|Basic|ApiKey|Authorization:[ \t]{1,20}Token)[ \t]{1,20})[A-Za-z0-9._~+/=-]{8,}|(?<=\bAuthorization:[ \t]{0,20})[A-Za-z0-9._~+/=-]{16,}|(?<="auth":[ \t]{0,20}")[A-Za-z0-9+/=]{8,}/gi,
  },
  { name: "cookies", pattern: /(?<=\bCookie:[ \t]{1,20})[^\s"'`][^\r\n"'`]*/gi },
  { name: "passwords in addresses", pattern: /(?<=:\/\/[^\s:/@]{0,100}:)[^\s/"'<>]{1,200}(?=@)/g },
  {
    name: "tokens in addresses",
    pattern: /(?<=:\/\/)[A-Za-z0-9._~%-]{16,255}(?=(?::\[secret taken out\])?@)/g,
  },
  {
    name: "signatures in addresses",
    pattern: /(?<=[?&](?:sig|signature|X-Amz-Signature|X-Goog-Signature)=)[^\s&"'`<>]{16,}/gi,
  },
  {
    name: "passwords of commands and of .netrc",
    pattern:
      /(?<=\bcurl\b[^\n]{0,200}[ \t](?:-u|--user)[ \t=]{1,10}["']?[^\s:"'/]{1,100}:)[^\s"'`/]+|(?<=\bsshpass[ \t]{1,10}-p[ \t]{0,10})[^\s-]\S*|(?<=\bmysql(?:dump|admin)?[ \t][^\n]{0,200}[ \t]-p)[^\s-]\S*|(?<=\blogin[ \t]{1,20}\S{1,100}[ \t]{0,20}[\r\n]{0,2}[ \t]{0,20}password[ \t]{1,20})\S+/g,
  },
  { name: "hashes of passwords", pattern: /\$(?:2[abxy]|5|6|y|argon2(?:id|i|d))\$[A-Za-z0-9./=,$+-]{20,}/g },
];

const NAMED =
  "values of names that end in password, secret, token, credential, cookie or, after another word, key, pass or pwd";

/** The names of the patterns, for people. */
export const secretNames: readonly string[] = [...PATTERNS.map(({ name }) => name), NAMED];

/** What stands in the place of a secret. */
const TAKEN_OUT = "[secret taken out]";

/**
 * A text without what looks like a secret, and how many of each kind were taken out.
 *
 * @param found counts them, by name
 * @example
 * withoutSecrets("token=abcdefgh", new Map()); // "token=[secret taken out]"
 */
export const withoutSecrets = (text: string, found: Map<string, number>): string => {
  const count = (name: string): void => {
    found.set(name, (found.get(name) ?? 0) + 1);
  };
  const rest = PATTERNS.reduce(
    (before, { name, pattern }) =>
      before.replace(pattern, () => {
        count(name);
        return TAKEN_OUT;
      }),
    text,
  );
  return withoutNamedSecrets(rest, TAKEN_OUT, () => count(NAMED));
};
