import { accessToken } from '#mock/http/bearer';
import type { Wire } from '#mock/http/wire';
import type { Call } from '#mock/operation';
import { intentOf } from '#mock/point-payment-intents';
import type { Intent } from '#mock/world/world';
import { type Comparison, knownRows, pathComparisons, without } from './comparisons.ts';
import { inTurn, type Patch, type Row, toFaults } from './fault.ts';
import { listedErrors, madeUpToken, noToken, otherScheme, unavailable } from './listed-errors.ts';
import { failWithIssuedToken, hasTokenOfCode, isOfOwner, performBeforeToken } from './protected-operations.ts';
import { after, closesConnection, getToken, hasHeader, inSpanish, sentAgain, times, type When } from './requests.ts';
import { redirect, rejections, repeatInHeader, respondWith, successBodies, toPage, translate } from './responses.ts';
import { dropRules, failWhen, rejectWhen, rewriteRequest, skipRule } from './rules.ts';
import {
  changeError,
  changeField,
  changeSuccess,
  fieldRows,
  repeatWithin,
  returnRejected,
  setFields,
  wrapInData,
} from './successes.ts';

const otherDevice = "another device's payment intent";
const unregistered = 'an integrator that is not registered';
const conflict = 'a payment intent that cannot be cancelled now';
const failure = 'a failure inside';
const unknown = 'an unknown payment intent';
const otherSeller = "another seller's payment intent";
const hasScope = hasHeader('x-test-scope');
const isIssued: When = (call) => accessToken(call) !== undefined;
const isNowhere: When = (call) => isIssued(call) && intentOf(call) === undefined;
const withQuery = (id: string, { query }: Call): string => [id, ...Object.keys(query)].join('?');
const isCancelled: When = (call) => intentOf(call)?.standing === 'cancelled';
const isFailing: When = (call) => intentOf(call)?.standing === 'failing';
const getIntentId = ({ path }: Call): string => path.paymentintentid ?? '';
const inOtherScope: When = ({ headers }) => !['undefined', 'sandbox'].includes(`${headers['x-test-scope']}`);
const inSandbox: When = ({ headers }) => headers['x-test-scope'] === 'sandbox';

/** Some faults are visible only if a payment intent can be cancelled again. */
const cancelAgain = dropRules('a payment intent cancelled before');
const madeUpUsed = inTurn(cancelAgain, skipRule(madeUpToken, isCancelled));
const secondId = changeField('id', (id) => `${id}-again`, times(2, getIntentId));

/** Cancels the payment intent of requests that are rejected with a status. */
function cancelWhen(status: number, when: When = () => true): Patch {
  return changeError((wire, call) => {
    const intent = intentOf(call);
    if (wire.status === status && intent?.standing === 'queued') intent.standing = 'cancelled';
    return wire;
  }, when);
}

const rows: readonly Row[] = [
  ...fieldRows('PNT-01', { id: 4021 }),
  ['PNT-02', 'empty-in-spanish', 'A cancellation in Spanish is empty', respondWith('', 'application/json', inSpanish)],
  ['PNT-01', 'id-of-device', 'The id of the device returns', changeField('id', (_, { path }) => path.deviceid ?? '')],
  ['PNT-01', 'id-of-another', 'The id of another payment intent is returned', changeField('id', otherId)],
  ['PNT-01', 'id-cut', 'The id is cut', changeField('id', (id) => id.slice(0, 8))],
  ['PNT-01', 'id-empty', 'The id is empty', setFields({ id: '' })],
  ['PNT-01', 'found', 'A success is a redirect', redirect],
  ['PNT-01', 'wrapped', 'The response is inside a field named data', wrapInData],
  ['PNT-01', 'again-other-id', 'A second cancellation returns a made-up id', inTurn(cancelAgain, secondId)],
  ['PNT-02', 'scope-refused', 'The header x-test-scope is rejected', rejectWhen(inSandbox)],
  ['PNT-02', 'scope-fails', 'The header x-test-scope fails', failWhen(inSandbox)],
  ['PNT-01', 'id-query', 'The id ends with the query', changeField('id', withQuery)],
  ['TOK-84', 'cookie', 'A cookie has the access token', repeatInHeader(getToken, 'Set-Cookie', changeSuccess)],
  ['TOK-05', 'unknown-dead', 'A token is invalid for an unknown id', rejectWhen(isNowhere, 'bad_request', 401)],
  ['PNT-02', 'scope-id', 'In the test scope the id is made up', setFields({ id: 'a-payment-intent' }, inSandbox)],
  ['PNT-02', 'scope-once', 'In the test scope a token is good once', changeSuccess(revokeToken, inSandbox)],
  ['PNT-01', 'empty-closed', 'A last cancellation is empty', respondWith('', 'application/json', closesConnection)],
  ['PNT-23', 'fails-on', 'After a failed cancellation the next one fails', failWhen(after(isFailing))],
  ['PNT-23', 'id-of-conflict', 'The id of a conflict returns', returnRejected('id', () => '', getIntentId)],
  ['PNT-01', 'id-of-rejected', 'The id of a rejected request returns', returnRejected('id', getToken, getIntentId)],
  ...successBodies('PNT-03', 'html', 'empty', 'untyped', 'text-plain', 'truncated'),
  // A cancelled payment intent is rejected when it is cancelled again.
  ...successBodies('PNT-01', 'short'),
  ['PNT-10', 'label-in-spanish', 'The label is translated to Spanish', translate('bad_request', 'error_de_petición')],
  ...rejections('PNT-04', 'html', 'html-called-json', 'untyped', 'text-plain', 'truncated'),
  ...listedErrors('point-payment-intents'),
  unavailable('PNT-13', conflict, 503),
  unavailable('PNT-14', failure, 502),
  ['PNT-24', 'any-seller', 'Any seller cancels a payment intent', dropRules(otherSeller)],
  ['PNT-16', 'other-device', 'The device is ignored', skipRule(otherDevice, () => true)],
  ['PNT-16', 'joined', 'A payment intent is known by both ids joined', joinIds('')],
  ['PNT-16', 'hyphened', 'A payment intent is known by both ids with a hyphen between', joinIds('-')],
  ['PNT-26', 'scope-other', 'A value of x-test-scope fails', failWhen(inOtherScope)],
  ['PNT-16', 'device-prefix', 'A longer device id is accepted', devices((sent, right) => sent.startsWith(right))],
  ['PNT-13', 'conflict-html', 'A client that prefers HTML gets a conflict in it', toPage(conflict)],
  ['PNT-14', 'failing-html', 'A client that prefers HTML gets an internal error in it', toPage(failure)],
  ['PNT-15', 'no-token-sandbox', 'In the sandbox no token is needed', skipRule(noToken, hasScope)],
  ['PNT-10', 'made-up-sandbox', 'In the sandbox any token is accepted', skipRule(madeUpToken, hasScope)],
  ['PNT-10', 'made-up-closed', 'Any token is accepted on a closed connection', skipRule(madeUpToken, closesConnection)],
  ['PNT-12', 'unregistered-again', 'An unregistered integrator may try again', skipRule(unregistered, sentAgain())],
  ['PNT-12', 'unregistered-scoped', 'In the test scope anybody is registered', skipRule(unregistered, hasScope)],
  ['PNT-13', 'conflict-scoped', 'In the test scope a conflict is cancelled', skipRule(conflict, inSandbox)],
  ['PNT-14', 'failing-scoped', 'In the test scope nothing fails inside', skipRule(failure, inSandbox)],
  ['PNT-16', 'device-scoped', 'In the test scope the device is ignored', skipRule(otherDevice, inSandbox)],
  ['PNT-21', 'id-scoped', 'In the test scope an unknown id is cancelled', skipRule(unknown, inSandbox)],
  ['PNT-24', 'seller-scoped', 'In the test scope any seller cancels', skipRule(otherSeller, inSandbox)],
  ['PNT-20', 'scheme-scoped', 'In the test scope any scheme is accepted', skipRule(otherScheme, inSandbox)],
  ['PNT-10', 'made-up-used', 'Any token is accepted for a cancelled payment intent', madeUpUsed],
  ['PNT-21', 'id-of-number-fails', 'An id in the form of a number fails', failWhen(intentMatches(/^[-+\d._e]+$/))],
  ['PNT-16', 'device-of-sign-fails', 'A device id that is a sign fails', failWhen(({ path }) => path.deviceid === '"')],
  ['PNT-01', 'token-once', 'A token is invalid after a cancellation', changeSuccess(revokeToken)],
  ['PNT-22', 'again-fails', 'A second cancellation fails', failWhen(isCancelled)],
  ['PNT-23', 'crossed', 'The id of a simultaneous cancellation is returned', repeatWithin(50, 'id', false)],
  ['PNT-16', 'device-known', 'The device of any payment intent is accepted', skipRule(otherDevice, isKnownDevice)],
  ['PNT-25', 'unregistered-done', 'A cancellation that is rejected with 403 is done', cancelWhen(403)],
  ['PNT-25', 'expired-done', 'A cancellation with an expired token is done', cancelWhen(401, isIssued)],
  ['PNT-25', 'refused-and-done', 'A rejected cancellation is done', performBeforeToken],
  ['TOK-19', 'code-token', 'The token of a code is called invalid', rejectWhen(hasTokenOfCode, 'bad_request', 401)],
  ['TOK-19', 'own-token', "An application's own token is invalid", rejectWhen(isOfOwner, 'bad_request', 401)],
  ['TOK-19', 'issued-fails', 'An issued token makes a cancellation fail', failWithIssuedToken],
  ...knownRows('PNT-16', 'device', 'A device', devices, pathComparisons),
  // The payment intents of the embedded provider have UUIDs, which are the same in any case.
  ...knownRows('PNT-21', 'id', 'A payment intent', intentIds, without(pathComparisons, 'any-case')),
];

/** Faults of cancelling payment intents (2.4, 7). */
export const paymentIntentFaults = toFaults('point-payment-intents', 'intent', rows);

/** Selects the first request after the newest payment intent is cancelled. */
export function afterCancellation(): When {
  const known = new WeakSet<Intent>();
  return ({ world }) => {
    const last = [...world.intents.values()].at(-1);
    if (last?.standing !== 'cancelled' || known.has(last)) return false;
    known.add(last);
    return true;
  };
}

function revokeToken(wire: Wire, call: Call): Wire {
  call.world.accessTokens.delete(getToken(call));
  return wire;
}

/** Finds a payment intent by a text of its device and its id. */
function joinIds(sign: string): Patch {
  return rewriteRequest((call) => {
    const sent = `${call.path.deviceid}${sign}${call.path.paymentintentid}`;
    const [id, intent] = [...call.world.intents].find(([id, { deviceId }]) => deviceId + sign + id === sent) ?? [];
    return intent && id ? { ...call, path: { deviceid: intent.deviceId, paymentintentid: id } } : call;
  });
}

function isKnownDevice({ path, world }: Call): boolean {
  return [...world.intents.values()].some(({ deviceId }) => deviceId === path.deviceid);
}

function intentMatches(pattern: RegExp): When {
  return ({ path }) => pattern.test(path.paymentintentid ?? '');
}

function otherId(id: string, { world }: Call): string {
  return [...world.intents.keys()].find((one) => one !== id) ?? 'another';
}

function devices(accepts: Comparison[2]): Patch {
  return skipRule(otherDevice, (call) => accepts(call.path.deviceid ?? '', intentOf(call)?.deviceId ?? ''));
}

function intentIds(accepts: Comparison[2]): Patch {
  return skipRule(unknown, ({ world, path }) =>
    [...world.intents.keys()].some((right) => accepts(path.paymentintentid ?? '', right)),
  );
}
