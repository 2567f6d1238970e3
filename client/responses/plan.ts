import { getField } from '#api/exchange';
import { buildPath, type Endpoint } from '#api/operations';
import { extraValueNames, type State, states } from '#api/states';
import { agreement, testUser, tokenRequest } from '#factories/request-bodies';
import type { Call, Check } from '#mock/operation';
import type { Wrap } from '#mock/operations';
import type { Provider } from '#mock/server';
import type { MatchedRequest } from '../contract/check.ts';
import type { Judged } from '../contract/judge.ts';
import { getBearerToken, type Header, type Sent } from '../wire/traffic.ts';
import type { DocumentedError } from './sequences.ts';
import { toObject } from './store.ts';
import unknownValues from './unknown-values.json' with { type: 'json' };

/** Describes the request to the embedded provider that replaces the one of the SDK. */
export type Plan = Pick<Sent, 'method' | 'target' | 'headers' | 'body'>;

interface Changes {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly authorization?: string | undefined;
  readonly body?: Buffer | undefined;
}

/** Matches headers that belong to the SDK's own connection, or that the changed body makes wrong. */
const ofTheConnection =
  /^(?:host|connection|keep-alive|proxy-.*|transfer-encoding|content-length|content-encoding|expect|te|trailer|upgrade|http2-settings|x-conformance-.*)$/i;

/** Returns the SDK's request with changes, on the path as the reference writes it. */
export function planRequest(request: MatchedRequest, { parameters, authorization, body }: Changes = {}): Plan {
  const { method, endpoint, target } = request;
  const query = /\?[^#]*/.exec(target)?.[0] ?? '';
  const changed: Header[] = authorization === undefined ? [] : [['Authorization', authorization]];
  const isDropped = (name: string) =>
    ofTheConnection.test(name) || (changed.length > 0 && name.toLowerCase() === 'authorization');
  return {
    method,
    target: `/${buildPath(endpoint, { ...request.parameters, ...parameters })}${query}`,
    headers: [...request.headers.filter(([name]) => !isDropped(name)), ...changed],
    body: body ?? request.body,
  };
}

type GivenValues = Readonly<Record<string, string>>;

export type Give = (state: State) => GivenValues;

/** Asks the embedded provider for its states, without a request of its own. */
export function createGive({ provide }: Provider): Give {
  return (state) => {
    const values = provide(state);
    if (!values) throw new Error(`The embedded provider has no state "${state}". Add it in mock/world/states.ts.`);
    const all = [...states[state], ...extraValueNames].map((name): [string, unknown] => [name, getField(values, name)]);
    return Object.fromEntries(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));
  };
}

const validBodies: Partial<Record<Endpoint, (given: GivenValues) => object>> = {
  'oauth-token': ({ client_id = '', client_secret = '', refresh_token = '' }) =>
    tokenRequest('refresh_token', { client_id, client_secret, refresh_token }),
  'test-users': () => ({ ...testUser('a request of the SDK gate') }),
  'wallet-agreements': () => agreement('a request of the SDK gate'),
};

/** Returns the request to which the embedded provider responds with a documented error. */
export function planError(request: MatchedRequest, error: DocumentedError, give: Give): Plan {
  const given = give(error.state);
  const token = error.token ?? given.access_token;
  const body = validBodies[error.endpoint]?.(given);
  const named = Object.entries({ ...given, ...error.parameters }).filter(([name]) =>
    Object.hasOwn(request.parameters, name),
  );
  return planRequest(request, {
    parameters: Object.fromEntries(named.map(([name, value = '']) => [name, value])),
    authorization: token && `Bearer ${token}`,
    body: body && Buffer.from(JSON.stringify({ ...body, ...error.body }, (_, value) => value ?? undefined)),
  });
}

/** Replaces the fields that violate the schema, or leaves them out, if a request has no other fault and a right field. */
export function completeBody(request: MatchedRequest, breaches: readonly Judged[], give: Give): MatchedRequest {
  const faulty = breaches.map(({ place }) => place.split('/')[1] ?? '');
  const isOfSchema = breaches.every(({ rule }) => rule === 'schema' || rule === 'number-as-text');
  const right = Object.entries(toObject(request.json.value)).filter(([name]) => !faulty.includes(name));
  if (faulty.length === 0 || !isOfSchema || right.length === 0) return request;
  const valid = Object.entries(validBodies[request.endpoint]?.(give('a refresh token')) ?? {});
  const value = Object.fromEntries([...right, ...valid.filter(([name]) => faulty.includes(name))]);
  return { ...request, body: Buffer.from(JSON.stringify(value)), json: { ...request.json, value } };
}

/** Asks the embedded provider to accept a request whatever its credentials and ids are. */
const ANY_CREDENTIALS = 'x-conformance-any-credentials';

/** Holds the rules of the embedded provider about values that a test SDK cannot know, and that 2.1 does not mark. */
const { credentials, tokens } = unknownValues;

/** Lets an operation of the embedded provider accept any credentials in a request that asks for it. */
export const acceptAnyCredentials: Wrap = (operation) => ({
  ...operation,
  checks: operation.checks.map((check) => ({
    ...check,
    fails: (call) => !isDropped(check, call) && check.fails(call),
  })),
});

/** Returns true for a rule that does not apply to a request; one about a missing field applies to an empty one. */
function isDropped({ name }: Check, { headers, body }: Call): boolean {
  const asked = headers[ANY_CREDENTIALS];
  const isSent = getField(body.value, name.replace(' left out', '')) !== undefined;
  return (asked === 'all' && tokens.includes(name)) || (asked !== undefined && credentials.includes(name) && !isSent);
}

/** Returns the SDK's request, for which any credentials are valid: what is missing or malformed is still rejected. */
export function planSuccess(request: MatchedRequest, kept: readonly string[]): Plan {
  const { headers, ...plan } = planRequest(request);
  return { ...plan, headers: [...headers, [ANY_CREDENTIALS, isKeptToken(request, kept) ? 'but the token' : 'all']] };
}

/** Matches tokens that are meant to be rejected, or that are missing: they are passed on unchanged. */
const meantToFail =
  /^(?:undefined|null|None|nil|(?:an?[-_ ]?)?(?:invalid|wrong|bad|expired|revoked|fake|unknown)[-_ ].*)$/i;

/** Returns true if the token of a request goes to the provider unchanged. */
export function isKeptToken(request: Pick<MatchedRequest, 'headers'>, kept: readonly string[]): boolean {
  const token = getBearerToken(request);
  return meantToFail.test(token) || kept.includes(token);
}
