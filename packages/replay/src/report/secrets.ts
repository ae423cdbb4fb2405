import { withoutNamedSecrets } from "./named-secrets.js";

/** What looks like a secret, by name: what stands before it is kept, the secret itself is not. */
interface SecretPattern {
  readonly name: string;
  readonly pattern: RegExp;
}

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
  { name: "tokens of GitLab", pattern: /\bglpat-[A-Za-z0-9_-]{16,}/g },
  { name: "keys of AWS", pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { name: "keys of Google", pattern: /\bAIza[A-Za-z0-9_-]{35}/g },
  { name: "tokens of Slack", pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g },
  { name: "keys of Stripe", pattern: /\b[rs]k_(?:live|test)_[A-Za-z0-9]{10,}/g },
  { name: "tokens of npm", pattern: /\bnpm_[A-Za-z0-9]{30,}/g },
  { name: "tokens of Hugging Face", pattern: /\bhf_[A-Za-z0-9]{30,}/g },
  { name: "JSON web tokens", pattern: /\beyJ[A-Za-z0-9_-]{8,500}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g },
  {
    name: "bearer and basic authorization",
    pattern: /(?<=\b(?:Bearer|Basic)[ \t]{1,20})[A-Za-z0-9._~+/=-]{8,}/gi,
  },
  { name: "passwords in addresses", pattern: /(?<=:\/\/[^\s:/@]{0,100}:)[^\s/"'<>]{1,200}(?=@)/g },
  {
    name: "tokens in addresses",
    pattern: /(?<=:\/\/)[A-Za-z0-9._~%-]{16,255}(?=(?::\[secret taken out\])?@)/g,
  },
];

const NAMED = "values of names that end in password, secret, token or, after another word, key";

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
