import type { TestDetails } from '@playwright/test';
import { withCapability, withCreation } from '#api/covers';
import { isSuccess } from '#api/exchange';
import { type Endpoint, getOperation } from '#api/operations';
import type { State } from '#api/states';
import type { Call } from '#assertions/call';
import { validRequest } from '#assertions/control/controls';
import { eachCase } from '#assertions/each-case';
import { type ErrorStatus, expect, type ListedCode } from '#assertions/expect';
import type { Given } from '#assertions/given';
import { settings } from '#assertions/settings';
import { brokenJson, extendedJson } from '#factories/malformed';
import type { NearMiss } from '#factories/near-misses/texts';
import { longerAuthorizations, madeUp, nearTokens, otherAuthorizations } from '#factories/near-misses/texts';
import { toBasic } from '#factories/request-bodies';
import type { CallOptions } from '#http/request';
import { tryOptional } from '#run/skip';
import { getOptionalHeaders, otherBodies, otherPlaces, tokenContexts, unknownPath } from './request-contexts.ts';

/** The statuses of a rejected test user (7): the reference does not show which condition has which status. */
export const listedRejections = [400, 401, 403, 404];

/** The status of a rejection and, if the reference names one, its code or label. */
type Rejection = readonly [status: ErrorStatus, tag?: ListedCode];

/** The requirement of a rejection with its status and code. */
type Rule = readonly [covering: TestDetails, ...error: Rejection];

type Fixtures = { readonly call: Call; readonly given: Given; readonly tag: string };

/** A request that must be rejected; `isAgain`: it is sent a second time, `listedFailure`: a 500 is listed for it. */
interface InvalidRequest extends CallOptions {
  readonly name: string;
  readonly error: Rejection;
  readonly isAgain?: boolean;
  readonly listedFailure?: string | undefined;
}

/** A test whose requests must be rejected, and the requirements that it covers. */
interface RejectionTest {
  readonly name: string;
  readonly covering: TestDetails;
  readonly run: (fixtures: Fixtures & { readonly provoke: Call }) => Promise<void>;
}

/** Returns a test that expects that each of its requests is rejected, in a step of the test. */
function rejecting(
  endpoint: Endpoint,
  name: string,
  covering: TestDetails,
  requests: (fixtures: Fixtures) => Promise<readonly InvalidRequest[]>,
): RejectionTest {
  // Playwright reads the names of the fixtures in this pattern.
  const run: RejectionTest['run'] = async ({ call, provoke, given, tag }) => {
    const invalid = await requests({ call, given, tag });
    await eachCase(invalid, async ({ name, error, isAgain, listedFailure, ...request }) => {
      const first = await provoke(endpoint, request);
      const response = isAgain && !isSuccess(first.status) ? await provoke(endpoint, request) : first;
      const isListed = listedFailure !== undefined && response.status === 500;
      await expect.soft(response, name).toBeError(...(isListed ? ([500, listedFailure] as const) : error));
    });
  };
  return { name, covering, run };
}

/** The states that give only an access token. */
type TokenState = Extract<State, `an access token ${string}`> | 'an expired access token';

/** The rules of a protected operation (5), by the fault of the token. */
interface TokenRules {
  readonly missing: Rule;
  readonly madeUp: Rule;
  readonly expired: Rule;
  readonly otherScheme: Rule;
  /** A token of the target without permission for this operation. */
  readonly forbidden?: { readonly state: TokenState; readonly rule: Rule };
  /** The code of the 500 that is listed for a failed operation (7). */
  readonly listedFailure?: string;
}

/** Returns the tests that only a valid, correctly sent token gives access to a protected operation. */
export function tokenRejections(endpoint: Endpoint, rules: TokenRules): RejectionTest[] {
  const { missing, otherScheme, expired, forbidden } = rules;
  const headers = (name: string, [covering, ...error]: Rule, make: HeadersOf) =>
    rejecting(endpoint, name, covering, async ({ given, tag }) => {
      const valid = await validRequest(endpoint, given, tag);
      const isAnyError = error[0] === '4xx';
      const changed = changesInTurn(endpoint, valid, tag);
      const invalid = (await make(valid.token ?? '', given)).map(({ name, value: authorization }, turn) => {
        const { headers, ...request } = changed(turn);
        const listedFailure = isAnyError ? rules.listedFailure : undefined;
        return { name, error, ...request, headers: { ...headers, authorization }, listedFailure };
      });
      const [first] = isAnyError ? invalid : [];
      if (!first || !valid.path) return invalid;
      return [...invalid, { ...first, name: `${first.name}, where nothing is`, path: unknownPath(valid.path) }];
    });
  const inContexts = (name: string, [covering, ...error]: Rule, tokenOf: TokenOf, isForbidden = false) => {
    const wrong = (fixtures: Fixtures) =>
      contextRequests(endpoint, fixtures, { tokenOf, error, isForbidden, ...rules });
    const afterAccepted = async (fixtures: Fixtures) => {
      const [plain] = await wrong(fixtures);
      await fixtures.call(endpoint, await validRequest(endpoint, fixtures.given, fixtures.tag));
      return plain ? [plain] : [];
    };
    const inEach = rejecting(endpoint, `${name} in every context`, covering, wrong);
    if (!getOperation(endpoint).creates) return [inEach]; // targets have few resources to delete
    const creating = withCreation(endpoint, 1, covering);
    return [inEach, rejecting(endpoint, `${name} right after an accepted one`, creating, afterAccepted)];
  };
  return [
    headers('a token that is almost right', rules.madeUp, async (token) => nearTokens(token).map(asBearer)),
    headers('another credential in place of the token', rules.madeUp, otherCredentials),
    // A target that accepts any token also accepts these words.
    headers('the scheme Bearer without a token', withIdentity(missing), async () =>
      ['Bearer', 'Bearer ', 'Bearer null'].map((value) => ({ name: value, value })),
    ),
    headers('a token that is not sent as a bearer token', withIdentity(otherScheme), async (token, given) => {
      const client = await tryOptional(() => given('an application'));
      const basic = client ? [{ name: 'a client as Basic', value: toBasic(client) }] : [];
      return [...otherAuthorizations(token), ...basic];
    }),
    headers('a token with more behind it', withIdentity(otherScheme), async (token) => longerAuthorizations(token)),
    rejecting(endpoint, 'a token elsewhere in the request', otherScheme[0], async ({ given, tag }) => {
      const { token = '', ...valid } = await validRequest(endpoint, given, tag);
      const [, ...error] = otherScheme;
      return otherPlaces(token).map((place) => ({ ...valid, ...place, error }));
    }),
    ...inContexts('a request without a token', missing, async () => undefined),
    ...inContexts('a made-up token', rules.madeUp, async (_, right) => madeUp(right)),
    ...inContexts('an expired token', expired, ofState('an expired access token')),
    ...(forbidden ? inContexts(forbidden.state, forbidden.rule, ofState(forbidden.state), true) : []),
  ];
}

/** Returns the tests that an operation accepts only JSON of RFC 8259; `kinds` are alternated with the usual body. */
export function bodyRejections(
  endpoint: Endpoint,
  rules: { readonly broken: Rule; readonly extended: Rule; readonly kinds?: (given: Given) => Promise<unknown[]> },
): RejectionTest[] {
  return [
    { name: 'broken JSON', ways: brokenJson, rule: rules.broken },
    { name: 'JSON with extensions', ways: extendedJson, rule: rules.extended },
  ].map(({ name, ways, rule: [covering, ...error] }) =>
    rejecting(endpoint, name, covering, async ({ given, tag }) => {
      const { body, ...valid } = await validRequest(endpoint, given, tag);
      const usual = [body, ...((await rules.kinds?.(given)) ?? [])];
      return spoilt(endpoint, usual, ways, tag).map((spoiltBody) => ({ ...valid, ...spoiltBody, error }));
    }),
  );
}

/** Returns a usual body corrupted in each way, and each other body in the next way; at full depth in every way. */
function spoilt(endpoint: Endpoint, usual: readonly unknown[], ways: typeof brokenJson, tag: string) {
  const inWay = (body: unknown, index: number, suffix: string) =>
    ways.slice(index % ways.length, (index % ways.length) + 1).map(({ name, of }) => {
      return { name: `${name}${suffix}`, text: of(JSON.stringify(body)) };
    });
  const turns = settings.DEPTH === 'full' ? ways.length : 1;
  return [
    ...ways.flatMap((_, index) => inWay(usual[index % usual.length], index, '')),
    ...otherBodies(endpoint, tag).flatMap(({ name, body }, row) =>
      ways.slice(0, turns).flatMap((_, turn) => inWay(body, row + turn, `, ${name}`)),
    ),
  ];
}

type HeadersOf = (token: string, given: Given) => Promise<readonly NearMiss[]>;
type TokenOf = (given: Given, right: string) => Promise<string | undefined>;

interface WrongToken extends Pick<TokenRules, 'listedFailure'> {
  readonly tokenOf: TokenOf;
  readonly error: Rejection;
  readonly isForbidden: boolean;
}

async function contextRequests(
  endpoint: Endpoint,
  { call, given, tag }: Fixtures,
  { tokenOf, error, isForbidden, listedFailure }: WrongToken,
): Promise<InvalidRequest[]> {
  const { token: right = '', ...valid } = await validRequest(endpoint, given, tag);
  const token = await tokenOf(given, right);
  const used = valid.path && (await tryOptional(() => useUp(endpoint, { call, given, tag })));
  const wrong = { ...valid, ...(token === undefined ? {} : { token }) };
  // If something else is wrong too, the reference does not show which error is reported (7).
  return tokenContexts(endpoint, { ...valid, tag, used, isForbidden }).map(({ of, isAgain, name, isBroken }) => ({
    ...of(wrong),
    name,
    isAgain,
    error: isBroken ? ['4xx'] : error,
    listedFailure: isBroken ? listedFailure : undefined,
  }));
}

const withIdentity = ([covering, ...error]: Rule): Rule => [withCapability(['identity'], covering), ...error];

/** Returns the request with each row's body and each optional header in turn: a rule may be missing for one. */
function changesInTurn(endpoint: Endpoint, valid: CallOptions, tag: string) {
  const { body } = valid;
  const bodies = [body, ...(body === undefined ? [] : otherBodies(endpoint, tag).map((other) => other.body))];
  const headers = [{}, getOptionalHeaders(endpoint)];
  return (turn: number): CallOptions => ({
    ...valid,
    ...(body === undefined ? {} : { body: bodies[turn % bodies.length] }),
    headers: { ...headers[turn % headers.length], ...valid.headers },
  });
}

/** Returns the other credentials that the target's states give a client, sent as a bearer token. */
async function otherCredentials(_: string, given: Given): Promise<NearMiss[]> {
  const refresh = await tryOptional(() => given('a refresh token'));
  const code = await tryOptional(() => given('an authorization code'));
  const { client_id, client_secret } = refresh ?? code ?? (await given('an application'));
  return Object.entries({
    'a refresh token': refresh?.refresh_token,
    'a code': code?.code,
    'a client_secret': client_secret,
    'a client_id': client_id,
  })
    .flatMap(([name, value]) => (value === undefined ? [] : asBearer({ name, value })))
    .filter(({ value }) => /^[\x20-\x7e]+$/.test(value));
}

/** Deletes a resource and returns its path. */
async function useUp(endpoint: Endpoint, { call, given, tag }: Fixtures) {
  const valid = await validRequest(endpoint, given, tag);
  await call(endpoint, valid);
  return valid.path;
}

function ofState(state: TokenState): TokenOf {
  return async (given) => (await given(state)).access_token;
}

const asBearer = ({ name, value }: NearMiss): NearMiss => ({ name, value: `Bearer ${value}` });
