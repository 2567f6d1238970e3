import type { TestDetails } from '@playwright/test';
import { covers, withCapability, withCreation } from '#api/covers';
import { getText, isSuccess } from '#api/exchange';
import { type Endpoint, getListedFailure, getOperation } from '#api/operations';
import type { RequirementId } from '#api/register';
import type { State } from '#api/states';
import type { Call } from '#assertions/call';
import type { GetBaseline } from '#assertions/control/control';
import { validRequest } from '#assertions/control/controls';
import { eachCase } from '#assertions/each-case';
import { type ErrorStatus, expect, type ListedCode } from '#assertions/expect';
import type { Given } from '#assertions/given';
import { brokenJson, extendedJson } from '#factories/malformed';
import type { NearMiss } from '#factories/near-misses/texts';
import {
  inOtherCase,
  inTurn,
  longerAuthorizations,
  madeUp,
  nearTokens,
  otherAuthorizations,
  withOtherEnd,
} from '#factories/near-misses/texts';
import { toBasic } from '#factories/request-bodies';
import type { CallOptions } from '#http/request';
import { tryOptional } from '#run/skip';
import {
  getOptionalHeaders,
  listOtherPlaces,
  otherBodies,
  preferredOtherwise,
  spoil,
  tokenContexts,
  unknownPath,
} from './request-contexts.ts';

/** The statuses of a rejected test user (7): the reference does not show which condition has which status. */
export const listedRejections = [400, 401, 403, 404];

/** The status of a rejection and, if the reference names one, its code or label. */
type Rejection = readonly [status: ErrorStatus, code?: ListedCode];

/** The requirement of a rejection, with its status and code. */
type Rule = readonly [id: RequirementId, ...error: Rejection];

interface InvalidRequest extends CallOptions {
  readonly name: string;
  readonly error: Rejection;
  readonly isSentTwice?: boolean;
  /** True if the 500 that a deletion lists may come first (7). */
  readonly mayFail?: boolean;
}

type Fixtures = Readonly<{ call: Call; baseline: GetBaseline; given: Given; tag: string }>;
type GetRequests = (fixtures: Fixtures) => Promise<Iterable<InvalidRequest>>;
type TestBody = (fixtures: Fixtures & { readonly provoke: Call }) => Promise<void>;

/** The title, the details and the body of a test that several endpoints have. */
export type SharedTest = readonly [title: string, details: TestDetails, body: TestBody];

/** Returns the test that each of some requests is rejected. */
function rejection(endpoint: Endpoint, what: string, details: TestDetails, getRequests: GetRequests): SharedTest {
  const body: TestBody = async ({ call, provoke, baseline, given, tag }) => {
    const requests = await getRequests({ call, baseline, given, tag });
    await eachCase(requests, async ({ name, error, isSentTwice, mayFail, ...request }) => {
      const first = await provoke(endpoint, request);
      const response = isSentTwice && !isSuccess(first.status) ? await provoke(endpoint, request) : first;
      if (mayFail && getListedFailure(response)) await expect.soft(response, name).toBeHandled();
      else await expect.soft(response, name).toBeError(...error);
    });
  };
  return [`rejects ${what}`, details, body];
}

type TokenState = Extract<State, `an access token ${string}`> | 'an expired access token';

/** The rules of a protected operation (5), by what is wrong with the token. */
export interface TokenRules {
  readonly missing: Rule;
  readonly unknown: Rule;
  readonly expired: Rule;
  readonly otherScheme: Rule;
  /** A token of the target without permission for this operation. */
  readonly forbidden?: { readonly state: TokenState; readonly rule: Rule };
}

/** A wrong token, or headers with one; `needs`: the capability without which a target accepts it. */
interface WrongToken<Find> {
  readonly name: string;
  readonly rule: Rule;
  readonly find: Find;
  readonly needs?: readonly ['identity'];
  readonly isForbidden?: boolean;
  readonly isMadeUp?: boolean;
}

type FindHeaders = (token: string, given: Given, baseline: GetBaseline) => Promise<readonly NearMiss[]>;
type FindToken = (token: string, given: Given) => Promise<string | undefined>;

/** Returns the tests that only a valid, correctly sent token gives access to a protected operation. */
export function tokenRejections(endpoint: Endpoint, rules: TokenRules): SharedTest[] {
  const { missing, unknown, expired, otherScheme, forbidden } = rules;
  const headers: readonly WrongToken<FindHeaders>[] = [
    { name: 'a token that is almost right', rule: unknown, find: async (token) => nearTokens(token).map(asBearer) },
    { name: 'another credential instead of the token', rule: unknown, find: otherCredentials },
    { name: 'the scheme Bearer without a token', rule: missing, find: noTokens, needs: ['identity'] },
    { name: 'a token that is not sent as a bearer token', rule: otherScheme, find: otherSchemes, needs: ['identity'] },
    { name: 'a token with more behind it', rule: otherScheme, find: longerTokens, needs: ['identity'] },
  ];
  const tokens: readonly WrongToken<FindToken>[] = [
    { name: 'a request without a token', rule: missing, find: async () => undefined },
    { name: 'a made-up token', rule: unknown, find: async (token) => madeUp(token), isMadeUp: true },
    { name: 'an expired token', rule: expired, find: findIn('an expired access token') },
    ...(forbidden ? [{ ...forbidden, name: forbidden.state, find: findIn(forbidden.state), isForbidden: true }] : []),
  ];
  return [
    ...headers.map((wrong) => headerRejection(endpoint, wrong)),
    placeRejection(endpoint, otherScheme),
    ...tokens.flatMap((wrong) => contextRejections(endpoint, wrong)),
  ];
}

/** Returns a test of headers, with each row's body and each optional header in turn: a rule may be missing for one. */
function headerRejection(
  endpoint: Endpoint,
  { name, rule: [id, ...error], find, needs }: WrongToken<FindHeaders>,
): SharedTest {
  const mayFail = error[0] === '4xx';
  const getRequests: GetRequests = async ({ given, tag, baseline }) => {
    const valid = await validRequest(endpoint, given, tag);
    const bodies = [valid.body, ...otherBodies(endpoint, tag).map(({ body }) => body)];
    const optional = [{}, getOptionalHeaders(endpoint)];
    const requests = (await find(valid.token ?? '', given, baseline)).map(({ name, value: authorization }, turn) => {
      const headers = { ...optional[turn % optional.length], authorization };
      const expected: Rejection = /^Bearer [\w.~+/-]+=*$/.test(authorization) ? error : ['4xx']; // RFC 6750, 2.1
      return { ...valid, name, error: expected, mayFail, body: bodies[turn % bodies.length], headers };
    });
    const [first] = requests;
    if (!first || !mayFail || !valid.path) return requests;
    return [...requests, { ...first, name: `${first.name}, where nothing is`, path: unknownPath(valid.path) }];
  };
  return rejection(endpoint, name, withCapability(needs ?? [], covers(id)), getRequests);
}

/** Returns a test of a valid token outside the Authorization header. */
function placeRejection(endpoint: Endpoint, [id, ...error]: Rule): SharedTest {
  const getRequests: GetRequests = async ({ baseline, given, tag }) => {
    const { token = '', ...valid } = await validRequest(endpoint, given, tag);
    return listOtherPlaces(token, await baseline(endpoint), valid.body).map((place) => ({ ...valid, ...place, error }));
  };
  return rejection(endpoint, 'a token elsewhere in the request', covers(id), getRequests);
}

/** Returns the tests of a token in each context and, if its operation creates something, after a valid request. */
function contextRejections(endpoint: Endpoint, wrong: WrongToken<FindToken>): SharedTest[] {
  const { name, rule, isMadeUp, isForbidden } = wrong;
  const details = covers(rule[0]);
  const getRequests: GetRequests = (fixtures) => listContextRequests(endpoint, wrong, fixtures);
  const afterAccepted: GetRequests = async (fixtures) => {
    const [plain] = await getRequests(fixtures);
    const accepted = await validRequest(endpoint, fixtures.given, fixtures.tag);
    await fixtures.call(endpoint, accepted);
    const near = { name: 'the accepted token with another end', token: withOtherEnd(accepted.token ?? '') };
    const expected = isForbidden ? { error: ['4xx'] as const } : {}; // it may be rejected as a second one alike
    return plain ? [{ ...plain, ...expected }, ...(isMadeUp ? [{ ...plain, ...near }] : [])] : [];
  };
  const inEach = rejection(endpoint, `${name} in every context`, details, getRequests);
  if (!getOperation(endpoint).creates) return [inEach]; // targets have few resources to delete
  const creating = withCreation(endpoint, 1, details);
  return [inEach, rejection(endpoint, `${name} right after an accepted one`, creating, afterAccepted)];
}

async function listContextRequests(
  endpoint: Endpoint,
  { rule: [, ...error], find, isForbidden = false, isMadeUp = false }: WrongToken<FindToken>,
  { given, tag, ...fixtures }: Fixtures,
): Promise<Iterable<InvalidRequest>> {
  const { token: right = '', ...valid } = await validRequest(endpoint, given, tag);
  const token = await find(right, given);
  const wrong = { ...valid, ...(token === undefined ? {} : { token }) };
  const used = valid.path && (await tryOptional(() => useUp(endpoint, { ...fixtures, given, tag })));
  const near = isMadeUp && inOtherCase(right) !== right ? inOtherCase(right) : undefined;
  const contexts = [...tokenContexts(endpoint, { ...valid, tag, near, used, isForbidden })];
  return contexts.map(({ name, change, isSentTwice, hasOtherFault }) => {
    const expected: Rejection = hasOtherFault ? ['4xx'] : error; // which of two errors is reported is not shown (7)
    return { ...change(wrong), name, isSentTwice, error: expected, mayFail: hasOtherFault };
  });
}

async function useUp(endpoint: Endpoint, { call, given, tag }: Fixtures) {
  const valid = await validRequest(endpoint, given, tag);
  await call(endpoint, valid);
  return valid.path;
}

/** Returns the tests that an operation accepts only JSON of RFC 8259; the bodies of `others` alternate with the usual one. */
export function bodyRejections(
  endpoint: Endpoint,
  rules: { readonly broken: Rule; readonly extended: Rule },
  others: (given: Given) => Promise<unknown[]> = async () => [],
): SharedTest[] {
  return [
    { name: 'broken JSON', ways: brokenJson, rule: rules.broken },
    { name: 'JSON with extensions', ways: extendedJson, rule: rules.extended },
  ].map(({ name, ways, rule: [id, ...error] }) =>
    rejection(endpoint, name, covers(id), async ({ given, tag }) => {
      const { body, ...valid } = await validRequest(endpoint, given, tag);
      const texts = spoil([body, ...(await others(given))], otherBodies(endpoint, tag), ways);
      return inTurn(texts, [{}, preferredOtherwise]).map(([spoilt, preferred]) => {
        return { ...valid, ...spoilt, headers: { ...valid.headers, ...preferred }, error };
      });
    }),
  );
}

const asBearer = ({ name, value }: NearMiss): NearMiss => ({ name, value: `Bearer ${value}` });
const longerTokens = async (token: string) => longerAuthorizations(token);
const noTokens = async () => ['Bearer', 'Bearer null', 'Bearer undefined'].map((value) => ({ name: value, value }));

async function otherSchemes(token: string, given: Given): Promise<NearMiss[]> {
  const client = await tryOptional(() => given('an application'));
  return [...otherAuthorizations(token), ...(client ? [{ name: 'a client as Basic', value: toBasic(client) }] : [])];
}

/** Returns the other credentials that the target gives a client, sent as a bearer token. */
async function otherCredentials(_: string, given: Given, baseline: GetBaseline): Promise<NearMiss[]> {
  const refresh = await tryOptional(() => given('a refresh token'));
  const code = await tryOptional(() => given('an authorization code'));
  const { client_id, client_secret } = refresh ?? code ?? (await given('an application'));
  return Object.entries({
    'a refresh token': refresh?.refresh_token,
    'a code': code?.code,
    'a client_secret': client_secret,
    'a client_id': client_id,
    'a public_key': getText((await tryOptional(() => baseline('oauth-token')))?.json, 'public_key'),
  }).flatMap(([name, value = '']) => (/^[\x20-\x7e]+$/.test(value) ? asBearer({ name, value }) : []));
}

function findIn(state: TokenState): FindToken {
  return async (_, given) => (await given(state)).access_token;
}
