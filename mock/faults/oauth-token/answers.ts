import { type Fault, saying } from '../../fault.ts';
import type { Json, JsonObject } from '../../http/json.ts';
import { type Call, textMember } from '../../operation.ts';
import { refusalBodyFaults, successBodyFaults } from '../bodies.ts';
import { memberFaults, valueFaults, wrongValue } from '../members.ts';

const operation = 'oauth-token';
const prefix = 'token';

const ofCode = memberFaults({ operation, prefix, breaks: 'TOK-02', when: by('authorization_code') }, [
  { name: 'access_token', wrong: 7 },
  { name: 'token_type', wrong: ['bearer'] },
  { name: 'expires_in', wrong: '15552000' },
  { name: 'scope', wrong: ['read', 'write'] },
  { name: 'user_id', wrong: '1234' },
  { name: 'refresh_token', wrong: { token: 'x' }, breaks: 'TOK-01' },
  { name: 'public_key', wrong: 12 },
  { name: 'live_mode', wrong: 'true' },
]);

const refresh = { operation, prefix: 'token-refresh', breaks: 'TOK-09', when: by('refresh_token') } as const;

const ofRefresh = memberFaults(refresh, [
  { name: 'access_token', wrong: ['x'] },
  { name: 'scope', wrong: 7 },
  { name: 'user_id', wrong: '1234' },
  { name: 'live_mode', wrong: 1 },
]);

const wrongValues = valueFaults({ operation, prefix }, [
  wrongValue('TOK-04', 'type-cased', 'token_type', 'The token_type is Bearer.', () => 'Bearer'),
  wrongValue('TOK-04', 'type-mac', 'token_type', 'The token_type is mac.', () => 'mac'),
  wrongValue('TOK-05', 'an-hour', 'expires_in', 'A token lives an hour.', () => 3600),
  wrongValue(
    'TOK-05',
    'milliseconds',
    'expires_in',
    'The lifetime is in milliseconds.',
    () => 15_552_000_000,
  ),
  wrongValue('TOK-05', 'second-short', 'expires_in', 'The lifetime is a second short.', () => 15_551_999),
  wrongValue('TOK-06', 'scope-commas', 'scope', 'The scopes are separated by commas.', withCommas),
  wrongValue('TOK-06', 'scope-stranger', 'scope', 'A scope is granted that does not exist.', withAdmin),
  wrongValue('TOK-06', 'scope-cased', 'scope', 'The scopes are written in capitals.', inCapitals),
]);

/** Wrong answers of the token operation (2.2). */
export const tokenAnswerFaults: readonly Fault[] = [
  ...ofCode,
  ...ofRefresh,
  ...wrongValues,
  ...successBodyFaults({ operation, prefix, breaks: 'TOK-14' }, ['html', 'empty', 'untyped', 'text-plain']),
  ...successBodyFaults({ operation, prefix, breaks: 'TOK-14' }, ['truncated', 'marked']),
  // What is used up is refused when it is asked for again.
  ...successBodyFaults({ operation, prefix, breaks: 'TOK-01' }, ['short']),
  ...refusalBodyFaults({ operation, prefix, breaks: 'TOK-15' }, ['html', 'untyped', 'text-plain']),
  ...refusalBodyFaults({ operation, prefix, breaks: 'TOK-15' }, ['truncated', 'doubled']),
  ...refusalBodyFaults({ operation, prefix, breaks: 'TOK-29' }, ['empty']),
];

function by(grantType: string) {
  return (call: Call) => textMember(call, 'grant_type') === grantType;
}

function withCommas(scope: string): string {
  return scope.replaceAll(' ', ',');
}

function withAdmin(scope: string): string {
  return `${scope} admin`;
}

function inCapitals(scope: string): string {
  return scope.toUpperCase();
}

/** What becomes of the parts of an access token's text: type, client id, creation date (2.2). */
type Rewriting = { slug: string; sentence: string; rewrite: (text: string, clientId: string) => string };

const rewritings: readonly Rewriting[] = [
  {
    slug: 'other-type',
    sentence: 'An access token begins with the type USER.',
    rewrite: (text) => text.replace('APP_USR', 'USER'),
  },
  {
    slug: 'lower-case',
    sentence: 'An access token begins with its type in lower case.',
    rewrite: (text) => text.replace('APP_USR', 'app_usr'),
  },
  {
    slug: 'no-client',
    sentence: 'An access token leaves out the client id.',
    rewrite: (text, clientId) => text.replace(`-${clientId}`, ''),
  },
  {
    slug: 'other-client',
    sentence: 'An access token names another client id.',
    rewrite: (text, clientId) => text.replace(clientId, [...clientId].reverse().join('x')),
  },
  {
    slug: 'no-date',
    sentence: 'An access token leaves out the creation date.',
    rewrite: (text) => redated(text, () => ''),
  },
  {
    slug: 'month-13',
    sentence: 'An access token is created in month 13.',
    rewrite: (text) => redated(text, (date) => `13${date.slice(2)}`),
  },
  {
    slug: 'hour-24',
    sentence: 'An access token is created in hour 24.',
    rewrite: (text) => redated(text, (date) => `${date.slice(0, 4)}24`),
  },
  {
    slug: 'half-a-year-ago',
    sentence: 'An access token is created half a year ago.',
    rewrite: (text) =>
      redated(
        text,
        (date) => `${String(((Number(date.slice(0, 2)) + 5) % 12) + 1).padStart(2, '0')}${date.slice(2)}`,
      ),
  },
  {
    slug: 'with-year',
    sentence: 'An access token carries a creation date with the year before the month.',
    rewrite: (text) => redated(text, (date) => `2031${date}`),
  },
  {
    slug: 'opaque',
    sentence: 'An access token is an opaque text.',
    rewrite: (text) => Buffer.from(text).toString('base64url'),
  },
];

/** Access tokens whose text is composed otherwise; they open operations all the same. */
export const tokenTextFaults: readonly Fault[] = rewritings.map(({ slug, sentence, rewrite }) => ({
  name: `token-text-${slug}`,
  operation,
  breaks: 'TOK-03',
  sentence,
  patch: saying((body, call) => renamed(body, call, rewrite)),
}));

function renamed(body: JsonObject, call: Call, rewrite: Rewriting['rewrite']): JsonObject {
  const text = textOf(body.access_token);
  const other = rewrite(text, textMember(call, 'client_id') ?? '');
  const token = call.world.accessTokens.get(text);
  if (token) call.world.accessTokens.set(other, token);
  return { ...body, access_token: other };
}

// Six digits between separators: what stands between the client id and the rest.
function redated(text: string, change: (date: string) => string): string {
  return text.replace(/(?<=-)\d{6}(?=-)/, change);
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
