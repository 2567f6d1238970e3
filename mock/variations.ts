import { createHash } from 'node:crypto';
import type { Choice, Scalar } from './choices/choice.ts';
import { identifierChoices, resourceChoices } from './choices/resource-choices.ts';

const successStatus = '4: success status codes';
const errorShape = '7: shape of an error response body';
const labels = '7: labels, not codes';
const wire = 'silent about HTTP itself';

/** Says how answers look: statuses, error bodies, headers, and the bytes on the wire. */
const answerChoices = [
  { name: 'tokenStatus', places: [successStatus], alternatives: [200, 201] },
  { name: 'preferenceStatus', places: [successStatus], alternatives: [201, 200, 202] },
  { name: 'testUserStatus', places: [successStatus], alternatives: [201, 200] },
  { name: 'cancelStatus', places: [successStatus], alternatives: [200, 202] },
  { name: 'agreementStatus', places: [successStatus], alternatives: [201, 200, 202] },
  { name: 'deletionStatus', places: [successStatus], alternatives: [204, 200, 202] },
  {
    name: 'errorCodeAt',
    places: [errorShape],
    alternatives: ['error', 'code', 'error.code', 'errors[0].code', 'cause[0].code'],
  },
  {
    name: 'besideTheCode',
    places: [errorShape],
    alternatives: ['message and status', 'message', 'description and status text', 'nothing'],
  },
  {
    name: 'labelSpelling',
    places: [errorShape, labels],
    alternatives: ['as listed', 'Bad-Request', 'bad_request', 'BAD REQUEST', 'bad request', 'badRequest'],
  },
  {
    name: 'mediaType',
    places: ['preamble: application/json, parameters not shown'],
    alternatives: ['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset=UTF-8'],
  },
  {
    name: 'errorMediaType',
    places: [errorShape],
    alternatives: ['as success', 'application/problem+json', 'application/problem+json; charset=utf-8'],
  },
  {
    name: 'extraMembers',
    places: ['2.2–2.5: other members not shown'],
    alternatives: ['none', 'text', 'of every type'],
  },
  {
    name: 'echo',
    places: ['2.2–2.5: other members not shown', errorShape],
    alternatives: ['none', 'of the body', 'of the body as text', 'of everything'],
  },
  {
    name: 'jsonText',
    places: [wire],
    alternatives: ['compact', 'indented', 'ASCII only', 'members sorted', 'slashes escaped', 'numbers with a fraction'],
  },
  { name: 'emptyAnswerType', places: ['4: no response body'], alternatives: ['left out', 'sent'] },
  { name: 'headerNames', places: [wire], alternatives: ['Usual-Case', 'lower-case', 'UPPER-CASE'] },
  { name: 'compression', places: [wire], alternatives: ['none', 'gzip'] },
  { name: 'framing', places: [wire], alternatives: ['content-length', 'chunked'] },
  { name: 'connection', places: [wire], alternatives: ['kept', 'closed'] },
  {
    name: 'retryAfter',
    places: ['7 and 8: 429 without thresholds'],
    alternatives: ['none', 'seconds', 'date'],
  },
] as const satisfies readonly Choice[];

const composition = '2.2: rest of the composition of access_token';
const unmarked = '2.1: which of the unmarked fields are required';
const listedOnce = '2.1: client_credentials is listed in one variant only';
const reuse = '3: transitions of any resource';

/** Holds what the token operation may do as it likes. */
const tokenChoices = [
  { name: 'tokenSeparator', places: [composition], alternatives: ['-', '_', ''] },
  {
    name: 'tokenTail',
    places: [composition],
    alternatives: ['hex and user', 'hex', 'letters', 'underscores'],
  },
  { name: 'tokenCreation', places: ['2.2: creation date without a zone'], alternatives: ['UTC', 'UTC-4'] },
  {
    name: 'scopes',
    places: ['2.2: rule that fixes the default scopes'],
    alternatives: ['offline_access read write', 'read write offline_access', 'write read', 'read'],
  },
  { name: 'refreshedToken', places: ['2.2', reuse], alternatives: ['rotated', 'the same', 'left out'] },
  { name: 'rotatedToken', places: [reuse], alternatives: ['revoked', 'still good'] },
  { name: 'codeUses', places: [reuse], alternatives: [1, 2] },
  {
    name: 'usedCode',
    places: [reuse, '7: order of the checks'],
    alternatives: ['invalid_grant', 'invalid_request first'],
  },
  {
    name: 'clientCredentials',
    places: [listedOnce],
    alternatives: ['offered', 'offered with a refresh token', 'unsupported'],
  },
  { name: 'ownLifetime', places: ['2.2: default lifetime'], alternatives: [15552000, 21600] },
  { name: 'redirectUri', places: [unmarked], alternatives: ['required', 'optional'] },
  { name: 'codeVerifier', places: [unmarked], alternatives: ['optional', 'any', 'of the challenge'] },
  {
    name: 'testTokenMember',
    places: [unmarked],
    alternatives: ['optional', 'required', 'required with a code', 'required with a refresh token'],
  },
  { name: 'redirectUriOnRefresh', places: [unmarked], alternatives: ['optional', 'required', 'refused'] },
  {
    name: 'testToken',
    places: ['2.1: test_token, a textual flag'],
    alternatives: ['a TEST token', 'nothing'],
  },
  { name: 'otherFlag', places: ['2.1: test_token, a textual flag'], alternatives: ['refused', 'accepted'] },
  {
    name: 'scopeParameter',
    places: ['2.1: scope is named in an error only'],
    alternatives: ['honoured', 'refused', 'honoured with a code'],
  },
  { name: 'emptyText', places: ['7: missing or invalid'], alternatives: ['missing', 'a value'] },
  {
    name: 'tokenCheckOrder',
    places: ['7: order of the checks'],
    alternatives: [
      'limit first',
      'client first',
      'grant before scope',
      'grant type before client',
      'grant first',
      'scope first',
    ],
  },
  { name: 'tokenMediaType', places: ['preamble'], alternatives: ['with parameters', 'without parameters'] },
  { name: 'ownTokens', places: [listedOnce], alternatives: ['new each time', 'the same while it lives'] },
  { name: 'codes', places: ['2.1: code'], alternatives: ['prefixed', 'short', 'with signs', 'long'] },
  { name: 'refreshTokens', places: ['2.2: refresh_token'], alternatives: ['prefixed', 'uuid', 'with signs'] },
  { name: 'clientSecrets', places: ['2.1: client_secret'], alternatives: ['hex', 'with signs'] },
  { name: 'publicKey', places: ['2.2: public_key'], alternatives: ['typed', 'bare', 'long'] },
] as const satisfies readonly Choice[];

/** Everything that the reference leaves open and this provider decides. */
export const choices = [...answerChoices, ...tokenChoices, ...resourceChoices, ...identifierChoices] as const;

type Row = (typeof choices)[number];

/** One alternative of each choice. */
export type Variation = { readonly [R in Row as R['name']]: R['alternatives'][number] };

const rows: readonly Choice[] = choices;
const singles = rows.flatMap(({ name, alternatives }) => alternatives.slice(1).map((value) => ({ name, value })));

/** Counts how many variations differ from the default in one choice only: numbers 1 to this. */
export const singleVariations = singles.length;

/** The n-th variation: 0 the default, then the single ones, above them a random combination fixed by n. */
export function variation(n: number): Variation {
  const picked = Object.fromEntries(rows.map((row) => [row.name, pick(row, n)]));
  if (!isVariation(picked)) throw new Error(`Variation ${n} lacks a choice: see mock/variations.ts.`);
  return picked;
}

/** The number of the variation that takes one alternative of one choice and else the default; undefined where there is none. */
export function variationWith(name: string, value: Scalar): number | undefined {
  const index = singles.findIndex((single) => single.name === name && single.value === value);
  return index === -1 ? undefined : index + 1;
}

/** A line of words that says what variation n decides otherwise than the default. */
export function describe(n: number): string {
  const changes = rows.filter((row) => pick(row, n) !== row.alternatives[0]);
  const words = changes.map((row) => `${row.name} ${JSON.stringify(pick(row, n))}`);
  return `variation ${n}: ${words.join(', ') || 'the default'}`;
}

/** Random combinations that between them take every alternative of every choice: each the best of the next hundred. */
export function covering(from: number): number[] {
  const missing = new Set(rows.flatMap((row) => row.alternatives.map((value) => keyOf(row, value))));
  const takenBy = (n: number) => rows.map((row) => keyOf(row, pick(row, n))).filter((key) => missing.has(key));
  const numbers: number[] = [];
  for (let first = from; missing.size > 0; first += 100) {
    const next = Array.from({ length: 100 }, (_, index) => first + index);
    const best = next.reduce((one, other) => (takenBy(other).length > takenBy(one).length ? other : one));
    for (const key of takenBy(best)) missing.delete(key);
    numbers.push(best);
  }
  return numbers;
}

function keyOf({ name }: Choice, value: Scalar): string {
  return JSON.stringify([name, value]);
}

function pick(row: Choice, n: number): Scalar {
  if (n > singles.length) return row.alternatives[draw(n, row)] ?? row.alternatives[0];
  const single = singles[n - 1];
  return single?.name === row.name ? single.value : row.alternatives[0];
}

function draw(n: number, row: Choice): number {
  const digest = createHash('sha256').update(`${n} ${row.name}`).digest();
  return digest.readUInt32BE() % row.alternatives.length;
}

function isVariation(picked: Record<string, Scalar>): picked is Variation {
  return rows.every(({ name, alternatives }) => alternatives.some((value) => value === picked[name]));
}
