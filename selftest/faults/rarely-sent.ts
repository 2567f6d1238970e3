import { bodyMatches, isEmptyObject } from './bodies.ts';
import { type Fault, type Row, toFaults } from './fault.ts';
import { all, hasHeader } from './requests.ts';
import { failWhen, rejectWhen, skipRule } from './rules.ts';
import { byClient, byCode, has, is, isOfType, matches, where } from './values.ts';

const notSupported = 'a parameter that is not supported';
const noText = 'a parameter that is no text';

const tokenRows: readonly Row[] = [
  ['TOK-24', 'dollar', 'A parameter named $ is ignored', skipRule(notSupported, bodyMatches(/"\$\w+":/))],
  ['TOK-24', 'proto', 'A parameter named __proto__ is ignored', skipRule(notSupported, has('__proto__'))],
  ['TOK-24', 'false', 'A parameter that is false is ignored', skipRule(notSupported, bodyMatches(/":false/))],
  ['TOK-20', 'empty-object', 'An empty object is an invalid_client', rejectWhen(isEmptyObject, 'invalid_client')],
  ['TOK-31', 'beside-refresh', 'A code beside a refresh token fails', failWhen(all(byCode, has('refresh_token')))],
  ['TOK-27', 'zero-fails', 'The body 0 fails', failWhen(({ body }) => body.value === 0)],
  ['TOK-87', 'grant-inherited', 'The grant_type constructor fails', failWhen(is('grant_type', 'constructor'))],
  ['TOK-40', 'redirect-number', 'A number as redirect_uri', skipRule(noText, isOfType('redirect_uri', 'number'))],
  ['TOK-42', 'own-scope', 'A scope of a client', rejectWhen(all(byClient, matches('scope', /^read \S+ write/)))],
  ['TOK-48', 'scope-number', 'A scope that is a number is ignored', skipRule(noText, isOfType('scope', 'number'))],
  ['TOK-82', 'scope-offline', 'offline_access is unknown', rejectWhen(is('scope', 'offline_access'), 'invalid_scope')],
  ['TOK-12', 'verifier-long', 'A code_verifier of 128 characters', rejectWhen(matches('code_verifier', /.{128}/))],
  ['TOK-16', 'slashes', 'An escaped slash is rejected', rejectWhen(bodyMatches(/\\\//))],
];

const preferenceRows: readonly Row[] = [
  ['PRF-11', 'sandbox', 'x-test-scope', skipRule('a token that was never issued', hasHeader('x-test-scope'))],
  ['PRF-20', 'empty-fails', 'An empty body fails', failWhen(({ body }) => body.text === '')],
  ['PRF-02', 'exponent', 'A price with an exponent is rejected', rejectWhen(bodyMatches(/\d\.\d+e0/))],
  ['PRF-22', 'phone', 'A phone of 32 bits', rejectWhen(where('payer.phone.number', (it) => Number(it) > 2 ** 31))],
  ['PRF-22', 'lines', 'A description in lines', rejectWhen(bodyMatches(/"description":"[^"]*\\n/))],
];

/** Faults of inputs that clients may send and rarely do. */
export const rarelySentFaults: readonly Fault[] = [
  ...toFaults('oauth-token', 'token-rare', tokenRows),
  ...toFaults('checkout-preferences', 'preference-rare', preferenceRows),
];
