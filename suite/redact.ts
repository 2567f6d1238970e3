import { tell, told } from './run.ts';
import { members } from './walk.ts';

/** What stands where a secret was. */
const REDACTED = '[redacted]';

/** Members of a request or a response whose value is always a secret (2.1 to 2.3). */
const secretMembers = 'access_token|refresh_token|client_secret|code_verifier|password';

/** Secrets that can be told by their looks, where the value itself was never seen. */
const patterns: readonly [RegExp, string][] = [
  [new RegExp(`("(?:${secretMembers})"\\s*:\\s*")(?:[^"\\\\]|\\\\.)*"`, 'g'), `$1${REDACTED}"`],
  [new RegExp(`(\\\\"(?:${secretMembers})\\\\"\\s*:\\s*\\\\").*?\\\\"`, 'g'), `$1${REDACTED}\\"`],
  [/(authorization["']?\s*[:=]\s*["']?\w+\s+)[^\s"'\\]+/gi, `$1${REDACTED}`],
  [/\b(Bearer\s+)[\w.~+/-]{6,}=*/gi, `$1${REDACTED}`],
  [/\b(?:APP_USR|TEST)[^A-Za-z0-9\s]?[\w.-]{12,}/g, REDACTED],
];

const SHARED = 'secrets';
const SHORTEST = 6;
const known = new Set<string>();
/** The known forms, the longest first, so that no secret is cut by a shorter one that it contains. */
let longestFirst: string[] = [];
let read = 0;

/** Remembers a secret value, for every process of this run; values shorter than six characters are left alone. */
export function keepSecret(value: unknown): void {
  if (typeof value !== 'string' || value.length < SHORTEST || known.has(value)) return;
  learn(value);
  tell(SHARED, JSON.stringify(value));
}

/** Keeps every value that stands under the name of a secret, however deep. */
export function keepSecretsOf(value: unknown): void {
  for (const [name, member] of members(value)) if (isSecretMember.test(name)) keepSecret(member);
}

const isSecretMember = new RegExp(`^(?:${secretMembers})$`);

/** Takes in what other processes of this run kept. */
export function learnSharedSecrets(): void {
  const lines = told(SHARED);
  for (const line of lines.slice(read)) learn(String(JSON.parse(line)));
  read = lines.length;
}

/** The text with every secret that is known, or that looks like one, replaced. */
export function redact(text: string): string {
  let clean = text;
  for (const secret of longestFirst) if (clean.includes(secret)) clean = clean.replaceAll(secret, REDACTED);
  for (const [pattern, replacement] of patterns) clean = clean.replace(pattern, replacement);
  return clean;
}

/** A secret is known in the forms in which a target or a report may repeat it. */
function learn(secret: string): void {
  const quoted = JSON.stringify(secret).slice(1, -1);
  for (const form of [secret, quoted, encodeURIComponent(secret), Buffer.from(secret).toString('base64')])
    known.add(form);
  longestFirst = [...known].sort((a, b) => b.length - a.length);
}
