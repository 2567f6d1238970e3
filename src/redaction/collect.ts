import type { ResponseRecord, SentRequest } from '#api/exchange';
import { listMembers } from '#api/values/json';
import { isMadeUp } from '#run/made-up-values';
import { recordIssuedValue, recordSecret } from './redact.ts';
import { isSecretField, secretFieldPattern } from './secret-patterns.ts';

/** Values of secret members where the text around them is no JSON: cut short, a form, a query, a page. */
const inAnyText = new RegExp(`(${secretFieldPattern})\\\\*["']?\\s*[:=]\\s*\\\\*["']?([^\\s"'&<>,;}\\\\]+)`, 'gi');

/** The same in JSON with whatever the value holds, in a query, and behind the scheme of an Authorization. */
const secretPlaces: readonly RegExp[] = [
  new RegExp(
    `("(?:${secretFieldPattern}|code)"\\s*:\\s*(?:\\[\\s*|\\{\\s*"\\w+"\\s*:\\s*)?")((?:[^"\\\\]|\\\\.)*)`,
    'gi',
  ),
  new RegExp(`((?:^|[?&\\s])(?:${secretFieldPattern}|code)=)([^\\s&"'<>]+)`, 'gi'),
  /^(authorization: *(?:\S+ +)?)(\S.*)$/gim,
];

/** A text with each value that stands where a secret does written anew. */
export function mapSecretTexts(text: string, write: (value: string) => string): string {
  return secretPlaces.reduce(
    (written, place) => written.replace(place, (_, before: string, value: string) => before + write(value)),
    text,
  );
}

/** The values that stand in a text where a secret does. */
export function listSecretTexts(text: string): string[] {
  const found: string[] = [];
  mapSecretTexts(text, (value) => {
    found.push(value);
    return value;
  });
  return found;
}

/** Keeps what a request holds of secrets: what opens something, and what a test made of it by a small change. */
export function recordRequestSecrets({ headers, body = '' }: SentRequest): void {
  // Quotes are no part of a secret: with them it would be another one wherever it stands in JSON.
  const credentials = headers.authorization?.replace(/^\S+\s+/, '').replace(/^"(.+)"$/, '$1');
  if (!isProse(credentials)) recordSecret(credentials);
  keepSecretsIn(body);
  for (const [, code = ''] of body.matchAll(/"code"\s*:\s*"([^"\\]+)"/g)) if (!isProse(code)) recordSecret(code);
}

/** Keeps what an answer issues or repeats: in its body, however broken, and in its header fields. */
export function recordResponseSecrets({ json, text, headers }: ResponseRecord): void {
  for (const [name, member] of listMembers(json)) if (isSecretField(name)) recordIssuedValue(member);
  for (const value of [text, ...Object.values(headers)])
    for (const [, , member] of value.matchAll(inAnyText)) recordIssuedValue(member);
  for (const cookie of headers['set-cookie']?.split('\n') ?? []) recordIssuedValue(/=([^;]*)/.exec(cookie)?.[1]);
}

function keepSecretsIn(text: string): void {
  for (const [, , value = ''] of text.matchAll(inAnyText)) if (!isProse(value)) recordSecret(value);
}

/** An error says `"password": "required"` too: a word or a sentence, of which no report must be cleaned. */
function isProse(value: unknown): boolean {
  return typeof value === 'string' && (/^[a-z_-]{0,24}\.?$|\s/i.test(value) || isMadeUp(value));
}
