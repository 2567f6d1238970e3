import { test } from '@playwright/test';
import { type Exchange, getText, parseJson, type ResponseRecord, type SentRequest } from '#api/exchange';
import { getOperation } from '#api/operations';
import { createUndecoder } from '#redaction/finder';
import { isPublicValue } from '#redaction/names';

/** The annotation of a test that got an error with a credential in it. Its underscore keeps it out of the pages. */
export const REPEATED_CREDENTIAL = '_repeated-credential';

/** The requirement that such an error violates, whichever test got it. */
export const REPEATED_CREDENTIAL_REQUIREMENT = 'TOK-84';

const credentials = ['client_secret', 'code', 'code_verifier', 'refresh_token', 'access_token'] as const;
const known = createUndecoder();
const publicValues = new Set<string>();

/** Records the credentials among the values of a provider state, and its public values. */
export function learnState(values: Readonly<Record<string, string>>): void {
  for (const name of credentials) known.learn(values[name] ?? '');
  for (const [name, value] of Object.entries(values)) if (isPublicValue(name)) publicValues.add(value);
}

/** Records the credentials that a request sends: a test may send an id instead of one, which stays public. */
export function learnSent({ headers, body = '' }: SentRequest): void {
  const json = parseJson(body);
  const token = headers.authorization?.replace(/^\S+\s+/, '') ?? '';
  for (const sent of [token, ...credentials.map((name) => getText(json, name))])
    if (!publicValues.has(sent)) known.learn(sent);
}

/** Records the tokens that a response issues. */
export function learnIssued({ json }: Pick<ResponseRecord, 'json'>): void {
  for (const name of ['access_token', 'refresh_token']) known.learn(getText(json, name));
}

/** Returns true if an error repeats a known credential in its body or a header, in any encoding. */
export function repeatsCredential({ status, text, headers }: ResponseRecord): boolean {
  if (status < 400) return false;
  return [text, ...Object.values(headers)].some((part) => known.hides(part) === 'a secret');
}

/** Records on the running test that an error repeats a credential. */
export function recordRepeatedCredential(exchange: Exchange): void {
  if (!repeatsCredential(exchange)) return;
  const { method, path } = getOperation(exchange.endpoint);
  const description = `${method} /${path} returned ${exchange.status} with a credential in its body or a header`;
  test.info().annotations.push({ type: REPEATED_CREDENTIAL, description });
}
