import type { Fault } from '../../fault.ts';
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
