import { members } from '../../core/walk.ts';
import { append, read } from '../channels.ts';
import { createFinder } from './finder.ts';
import { isSecretMember, secretMembers } from './names.ts';
import { isOwnWord } from './own-words.ts';

/** What stands where a secret was. */
export const REDACTED = '[redacted]';

/** A shell variable that stands for a secret in a curl line: the quotes of the text around it are closed for it. */
const IN_SHELL = `'"\\$[A-Z_]+"'`;

/** Secrets that can be told by their looks, where the value itself was never seen. */
const patterns: readonly [RegExp, string][] = [
  [
    new RegExp(`("(?:${secretMembers})"\\s*:\\s*")(?!${IN_SHELL})(?:[^"\\\\]|\\\\.)*(?:"|$)`, 'g'),
    `$1${REDACTED}"`,
  ],
  [new RegExp(`(\\\\"(?:${secretMembers})\\\\"\\s*:\\s*\\\\").*?(?:\\\\"|$)`, 'g'), `$1${REDACTED}\\"`],
  [new RegExp(`(\\b(?:${secretMembers})=)[^\\s&"'<>\\\\]+`, 'g'), `$1${REDACTED}`],
  [/(authorization["']?\s*[:=]\s*["']?\w+\s+)[^\s"'\\]+/gi, `$1${REDACTED}`],
  [/((?:set-)?cookie["']?\s*[:=]\s*["']?)[^\r\n"'\\]+/gi, `$1${REDACTED}`],
  [/\b(Bearer\s+)[\w.~+/-]{6,}=*/gi, `$1${REDACTED}`],
  [/\b(?:APP_USR|TEST)[^A-Za-z0-9\s]?[\w.-]{12,}/g, REDACTED],
];

const finder = createFinder();
const kept = new Set<string>();
const names = new Map<string, string>();
let known = 0;

/**
 * Remembers a secret value, for every process of this run; values shorter than six characters are left alone. The
 * name, where it has one, says which variable stands for it in a curl line; the first name that it was given stays.
 */
export function keepSecret(value: unknown, name?: string): void {
  if (typeof value !== 'string') return;
  if (name !== undefined && !names.has(value)) names.set(value, name.toUpperCase());
  if (!kept.has(value) && !isOwnWord(value) && learn(value)) append('secrets', value);
}

/** Keeps every value that stands under the name of a secret, however deep. */
export function keepSecretsOf(value: unknown): void {
  for (const [name, member] of members(value)) if (isSecretMember(name)) keepSecret(member, name);
}

/** Takes in what other processes of this run kept; where nothing was added, at the cost of a look at the file. */
export function learnSharedSecrets(): void {
  const all = read('secrets');
  for (let at = known; at < all.length; at += 1) learn(all[at] ?? '');
  known = all.length;
}

/** Every secret that this process knows of the run. */
export function keptSecrets(): ReadonlySet<string> {
  return kept;
}

function learn(secret: string): boolean {
  const isNew = finder.learn(secret);
  if (isNew) kept.add(secret);
  return isNew;
}

/** The text with every secret that is known, or that looks like one, replaced. */
export function redact(text: string): string {
  let clean = replaceSecrets(text, () => REDACTED);
  for (const [pattern, replacement] of patterns) clean = clean.replace(pattern, replacement);
  return clean;
}

/** The text with every known secret replaced by what `write` makes of its name, where it has one in this place. */
export function replaceSecrets(text: string, write: (name: string | undefined) => string): string {
  let clean = '';
  let from = 0;
  for (const { at, form, secret } of finder.find(text)) {
    clean += text.slice(from, at) + write(form === secret ? names.get(secret) : undefined);
    from = at + form.length;
  }
  return clean + text.slice(from);
}
