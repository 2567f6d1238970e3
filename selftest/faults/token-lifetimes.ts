import { accessToken, tokenText } from '#mock/http/bearer';
import { orderOf } from '#mock/instore-orders';
import { codeOf } from '#mock/oauth-token/checks';
import type { Call } from '#mock/operation';
import { lifetime } from '#mock/world/credentials';
import { type Fault, inTurn, type Patch, type Row, toFaults } from './fault.ts';
import { afterCancellation } from './payment-intents.ts';
import { isOfOwner, isRenewed } from './protected-operations.ts';
import { all, getToken, inSpanish, none, times, type When } from './requests.ts';
import { repeatInHeader, repeatInRejection } from './responses.ts';
import { failWhen, rejectWhen, skipRule, whereBroken } from './rules.ts';
import {
  afterSuccess,
  changeBody,
  changeError,
  changeField,
  endWhere,
  returnRejected,
  setFields,
  whereKnown,
} from './successes.ts';
import { byClient, byCode, byRefresh, has, hasFlag, hasScope, lacks, textAt } from './values.ts';

const isSuccess = (status: number): boolean => status < 300;
const isBadRequest = (status: number): boolean => status === 400;
const getAge = (token?: { expiresAt: number }) => Date.now() - ((token?.expiresAt ?? 0) - lifetime * second);
const getClient = (token?: { clientId: string }) => `${token?.clientId}`;
const getOwner = (token?: { clientId: string; userId: number | undefined }) => `${token?.clientId} ${token?.userId}`;
const inBase64 = (call: Call): string => Buffer.from(textAt(call, 'client_secret')).toString('base64');
const rightSecret = (call: Call): string => call.world.applications.get(textAt(call, 'client_id'))?.clientSecret ?? '';
const getRefresh = (call: Call): string => textAt(call, 'refresh_token');
const tokenInHex = (call: Call): string => Buffer.from(getToken(call)).toString('hex');
const getQuery = ({ query }: Call): string => `${query.access_token}`;
const isTest = (call: Call): boolean => textAt(call, 'test_token') === 'true';

const placeNone = (when: When): Patch => skipRule('site_id left out', when);
const describeNone = (when: When): Patch => skipRule('description left out', when);
const second = 1000;

/** Faults of access tokens that are used up or expire too early (2.2, 3). */
const preferenceTokens: readonly Row[] = [
  ['TOK-05', 'once', 'An access token is good for one creation', usedUp(1, isSuccess)],
  ['TOK-05', 'thrice', 'An access token is good for three requests', usedUp(3, () => true)],
  ['TOK-05', 'rejected', 'An access token is dead after a rejection', usedUp(1, isBadRequest)],
  ['TOK-05', 'one-second', 'An access token dies in a second', deadWhen((call) => getAge(accessToken(call)) > second)],
  ['TOK-05', 'deleted', 'An access token is dead after it deleted an order', deadWhen(hasDeleted)],
  ['TOK-05', 'cancelled', 'An access token is dead after a cancellation', deadWhen(hasCancelled)],
  ['TOK-05', 'renewed', 'An access token is dead after its renewal', deadWhen(all(isRenewed, none(isOfOwner)))],
  ['TOK-56', 'queried', 'An access token is dead after it was in a query', endWhere(getQuery)],
  ['TOK-05', 'last', 'Only the last token of an application is good', deadWhen((call) => !isLast(call))],
];

/** Revokes the refresh token of a request that is rejected with this error. */
const revokedAt = (error: string, when?: When, find = getRefresh): Patch =>
  changeError((wire, call) => {
    const token = call.world.refreshTokens.get(find(call));
    if (token?.standing === 'good' && wire.text.includes(error)) token.standing = 'revoked';
    return wire;
  }, when);
const revokedWithoutSecret = revokedAt('invalid_request', lacks('client_secret'));
const loseAfterCancellation = (field: string): Patch => setFields({ [field]: null }, afterCancellation());
const getCode = (call: Call): string => textAt(call, 'code');

const burnCodes = afterSuccess((_, call) => {
  const ofClient = [...call.world.codes.values()].filter(({ clientId }) => clientId === textAt(call, 'client_id'));
  for (const code of ofClient) code.uses = call.choices.codeUses;
}, byClient);

const isSecondOwn = times(2, (call) => (byClient(call) ? textAt(call, 'client_id') : undefined));
const shortenSecond = setFields({ expires_in: lifetime - 1 }, isSecondOwn);

const isRightAfter: When = ({ world }) => getAge([...world.accessTokens.values()].at(-1)) < 50;
const acceptNext = skipRule('a refresh token that was never given', isRightAfter);
const isOld = (issuedAt: number | undefined): boolean => Date.now() - (issuedAt ?? Date.now()) > second;

const rejectOldCode = rejectWhen((call) => isOld(codeOf(call)?.issuedAt), 'invalid_grant');
const malformedText = ({ body }: Call): string => (body.value === undefined ? body.text : '');
const endDenied = changeError((wire, call) => {
  const token = accessToken(call);
  if (token && orderOf(call) && wire.text.includes('invalid_access_token')) token.expiresAt = 0;
  return wire;
});
const tokenAsKey = changeBody((body) => ({ ...body, public_key: body.access_token ?? null }));
const secretAsKey = changeField('public_key', (_, call) => textAt(call, 'client_secret'));
const clientAsUser = changeField('user_id', (_, call) => BigInt(textAt(call, 'client_id')));
const testScope = changeField('scope', (scope) => `${scope} sandbox`, isTest);
const ignoreUnknown = skipRule('a parameter that is not supported', all(hasFlag, byRefresh));
const recodeOld = whereBroken(
  (isExpired) => rejectWhen(all(isExpired, has('redirect_uri')), 'unauthorized_client'),
  'an expired refresh token',
);
const rejectFlagged = rejectWhen(all(byCode, hasFlag, none(has('code'))), 'invalid_client');

/** Faults of codes and refresh tokens, and of error and token responses that repeat secrets. */
const tokenRows: readonly Row[] = [
  ['TOK-01', 'code-one-second', 'A code is dead after a second', rejectOldCode],
  ['TOK-10', 'refresh-one-second', 'A refresh token is dead after a second', shortRefreshTokens()],
  ['TOK-56', 'revoked-by-secret', 'A wrong client_secret revokes the refresh token', revokedAt('invalid_client')],
  ['TOK-56', 'revoked-by-name', 'An unknown parameter revokes the refresh token', revokedAt('invalid_request')],
  ['TOK-56', 'revoked-by-scope', 'An unknown scope revokes the refresh token', revokedAt('invalid_scope')],
  ['TOK-01', 'code-burnt-by-own', 'client_credentials use up the codes of their client', burnCodes],
  ['TOK-05', 'own-second', 'A second token of a client lives a second less', shortenSecond],
  ['TOK-05', 'ended-by-next', 'A token ends at the next one of client_credentials', endOthers(byClient)],
  ['TOK-05', 'ended-by-code', 'A token of the client ends when its code is exchanged', endOthers(byCode, getClient)],
  ['TOK-05', 'ended-by-secret', 'A wrong client_secret ends the last token of its user', endAt('invalid_client')],
  ['TOK-05', 'ended-by-scope', 'An invalid scope ends the last token of its user', endAt('invalid_scope')],
  ['TOK-56', 'scope-kept', 'A token has the scope that was rejected before', returnRejected('scope', getRefresh)],
  ['TOK-05', 'ended-by-test', 'A test token ends the other tokens of its client', endOthers(isTest)],
  ['TOK-56', 'revoked-by-lack', 'A renewal without a client_secret revokes', revokedWithoutSecret],
  ['TOK-56', 'revoked-by-flow', 'A refresh token sent as a code is revoked', revokedAt('invalid', byCode, getCode)],
  ['TOK-56', 'ended-as-code', 'An access token sent as a code is dead', endWhere(getCode)],
  ['TOK-56', 'any-next', 'Any refresh token is good right after a renewal', acceptNext],
  ['TOK-56', 'key-lost', 'After a cancellation a renewal has no key', loseAfterCancellation('public_key')],
  ['TOK-56', 'user-lost', 'After a cancellation the user is 7', setFields({ user_id: 7 }, afterCancellation())],
  ['TOK-84', 'code-repeated', 'An error repeats the code', repeatInRejection((call) => textAt(call, 'code'))],
  ['TOK-84', 'secret-base64', 'An error repeats the client_secret in base64', repeatInRejection(inBase64)],
  ['TOK-84', 'secret-expected', 'An error tells the right client_secret', repeatInRejection(rightSecret)],
  ['TOK-84', 'refresh-repeated', 'An error repeats a refresh token', repeatInRejection(getRefresh)],
  ['TOK-84', 'body-repeated', 'An error repeats a malformed body', repeatInRejection(malformedText)],
  ['TOK-86', 'key-is-token', 'The public_key is the access token', tokenAsKey],
  ['TOK-86', 'key-is-secret', 'The public_key is the client_secret', secretAsKey],
  ['TOK-86', 'user-is-client', 'The user_id is the client_id', clientAsUser],
  ['TOK-06', 'test-scope', 'A test token has a scope of its own', testScope],
  ['TOK-24', 'unknown-flag', 'An unknown parameter is accepted with test_token', ignoreUnknown],
  ['TOK-30', 'grant-type-scope', 'An unknown grant_type fails with a scope', failWhen(all(hasScope, unknownGrant))],
  ['TOK-23', 'no-code-flag', 'A missing code is an invalid_client with test_token', rejectFlagged],
  ['TOK-38', 'expired-redirect', 'An expired refresh token is an unauthorized_client with a redirect_uri', recodeOld],
];

/** The faults of the lifetime of codes and tokens, and of responses that repeat them. */
export const tokenLifetimeFaults: readonly Fault[] = [
  ...toFaults('checkout-preferences', 'preference-token', preferenceTokens),
  ...toFaults('test-users', 'test-user-token', [
    ['TOK-05', 'once', 'An access token is good for one test user', usedUp(1, isSuccess, 'Not-Found')],
  ]),
  ...toFaults('test-users', 'test-user', [
    ['USR-04', 'site-kept', 'The site of a rejected request returns', returnRejected('site_id', getToken)],
    ['USR-10', 'no-description-later', 'A known site needs no description', whereKnown('site_id', describeNone)],
    ['USR-11', 'no-site-later', 'A known description needs no site', whereKnown('description', placeNone)],
    ['USR-04', 'local-date', 'A date is written as in Spain', changeField('date_created', () => '1/2/2026', inSpanish)],
  ]),
  ...toFaults('wallet-agreements', 'agreement-token', [
    ['TOK-05', 'once', 'An access token is good for one agreement', usedUp(1, isSuccess)],
    ['WAL-03', 'rejected', 'An access token makes no agreement after a rejection', usedUp(1, isBadRequest)],
  ]),
  ...toFaults('oauth-token', 'token', tokenRows),
  ...toFaults('instore-orders', 'order-token', [
    ['TOK-05', 'ended', "A token ends when it is denied another seller's order", endDenied],
  ]),
  ...toFaults('wallet-agreements', 'agreement', [
    ['TOK-84', 'token-repeated', 'An error has the access token in a header', repeatInHeader(tokenInHex)],
  ]),
];

/** Rejects an access token after this many requests with a status that counts. */
function usedUp(uses: number, counts: (status: number) => boolean, code = 'unauthorized'): Patch {
  return (operation) => {
    const spent = new Map<string, number>();
    const getUses = (call: Call) => spent.get(getToken(call)) ?? 0;
    const dead = rejectWhen((call) => getUses(call) >= uses, code, 401)(operation);
    const wire: typeof dead.wire = (written, call) => {
      if (counts(written.status)) spent.set(getToken(call), getUses(call) + 1);
      return dead.wire?.(written, call) ?? written;
    };
    return { ...dead, wire };
  };
}

/** Ends the other tokens of the same client and user, or of the same client, after some successes. */
function endOthers(when: When, getKey = getOwner): Patch {
  return afterSuccess((body, { world }) => {
    const issued = world.accessTokens.get(`${body.access_token}`);
    const others = [...world.accessTokens.values()].filter((token) => token !== issued);
    for (const token of others.filter((other) => getKey(other) === getKey(issued))) token.expiresAt = 0;
  }, when);
}

/** Ends the last token of a client and user after a rejection with this code. */
function endAt(code: string): Patch {
  return changeError((wire, call) => {
    const clientId = textAt(call, 'client_id');
    const { refreshTokens, applications, accessTokens } = call.world;
    const userId = refreshTokens.get(textAt(call, 'refresh_token'))?.userId ?? applications.get(clientId)?.ownerId;
    const own = [...accessTokens.values()].filter((token) => getOwner(token) === getOwner({ clientId, userId }));
    const last = own.at(-1);
    if (last && wire.text.includes(code)) last.expiresAt = 0;
    return wire;
  });
}

/** Rejects issued access tokens for some requests. */
function deadWhen(isDead: When): Patch {
  return rejectWhen((call) => accessToken(call) !== undefined && isDead(call), 'unauthorized', 401);
}

function hasDeleted(call: Call): boolean {
  const userId = accessToken(call)?.userId;
  return [...call.world.orders].some(([key, { standing }]) => standing === 'deleted' && key.includes(`${userId}`));
}

function hasCancelled(call: Call): boolean {
  const userId = accessToken(call)?.userId;
  return [...call.world.intents.values()].some((one) => one.standing === 'cancelled' && one.ownerId === userId);
}

function isLast(call: Call): boolean {
  const own = accessToken(call);
  const ofClient = [...call.world.accessTokens].filter(([, token]) => token.clientId === own?.clientId);
  return ofClient.at(-1)?.[0] === tokenText(call);
}

/** Rejects the refresh tokens that the operation issued more than a second ago. */
function shortRefreshTokens(): Patch {
  return (operation) => {
    const issued = new Map<string, number>();
    const isDead = (call: Call) => byRefresh(call) && isOld(issued.get(textAt(call, 'refresh_token')));
    return inTurn(
      rejectWhen(isDead, 'invalid_grant'),
      afterSuccess(({ refresh_token }) => issued.set(`${refresh_token}`, Date.now())),
    )(operation);
  };
}

function unknownGrant(call: Call): boolean {
  return !['authorization_code', 'refresh_token', 'client_credentials'].includes(textAt(call, 'grant_type'));
}
