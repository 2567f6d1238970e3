import { getField, getText } from '#api/exchange';
import { buildPath, type Endpoint, operations } from '#api/operations';
import { extraValueNames, type State, states } from '#api/states';
import { isObject } from '#api/values/json';
import { agreement, testUser, tokenRequest } from '#factories/request-bodies';
import type { Provider } from '#mock/server';
import type { Variation } from '#mock/variations';
import type { MatchedRequest } from '../contract/check.ts';
import { getHeaderValues, type Header } from '../wire/traffic.ts';
import type { DocumentedError } from './sequences.ts';

/** Describes the request to the embedded provider that replaces the one of the SDK. */
export interface Plan {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly Header[];
  readonly body: Buffer;
}

interface Changes {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly authorization?: string | undefined;
  readonly body?: Buffer | undefined;
}

/** Matches headers that belong to the SDK's own connection, or that the changed body makes wrong. */
const ofTheConnection =
  /^(?:host|connection|keep-alive|proxy-.*|transfer-encoding|content-length|content-encoding|expect|te|trailer|upgrade|http2-settings|x-conformance-.*)$/i;

/** Returns the SDK's request with changes, on the path as the reference writes it. */
export function planRequest(request: MatchedRequest, { parameters, authorization, body }: Changes): Plan {
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

/** Sets up a provider state in the embedded provider. */
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

/** Describes a value of a provider state and the value that the SDK sent, for the way back. */
export type Swap = readonly [given: string, sent: string];

const stateOfGrant: Readonly<Record<string, State>> = {
  authorization_code: 'an authorization code',
  refresh_token: 'a refresh token',
};

/** Lists fields of a token request that a test SDK cannot know. */
const credentials = ['client_id', 'client_secret', 'code', 'refresh_token', 'redirect_uri'];

/** Matches tokens that are meant to be rejected, or that are missing: they are passed on unchanged. */
const meantToFail =
  /^(?:undefined|null|None|nil|(?:an?[-_ ]?)?(?:invalid|wrong|bad|expired|revoked|fake|unknown)[-_ ].*)$/i;

/**
 * Swaps the SDK's credentials for those of the embedded provider, so that its response is the one to a known client.
 * Only values that were sent are replaced: what is missing or malformed stays so.
 */
export function swapCredentials(request: MatchedRequest, give: Give, kept: readonly string[], choices: Variation) {
  const { endpoint, json } = request;
  const byGrant = endpoint === 'oauth-token' ? stateOfGrant[getText(json.value, 'grant_type')] : undefined;
  const given = give(byGrant ?? operations[endpoint].standsOn);
  const parameters = swapParameters(request, given);
  const body = swapBody(request, given, choices);
  const plan = planRequest(request, { parameters, body, authorization: swapToken(request, given, kept) });
  // A response repeats the payment intent's id (2.4), and the client's in its token (2.2).
  const names = Object.entries({ client_id: getText(json.value, 'client_id'), ...request.parameters });
  const swaps = names.flatMap(([name, sent]): Swap[] => (given[name] && sent ? [[given[name], sent]] : []));
  return { plan, swaps };
}

function swapParameters({ parameters }: MatchedRequest, given: GivenValues): Record<string, string> {
  const known = Object.entries(parameters).map(([name, sent]) => {
    const isValid = sent !== '' && (name !== 'user_id' || /^\d+$/.test(sent));
    return [name, isValid ? (given[name] ?? sent) : sent];
  });
  return Object.fromEntries(known);
}

/** Returns a token request with known credentials and the fields that 2.1 does not mark, as the provider requires. */
function swapBody({ endpoint, json: { value, faults } }: MatchedRequest, given: GivenValues, choices: Variation) {
  if (endpoint !== 'oauth-token' || faults.length > 0 || !isObject(value)) return undefined;
  const grant = getText(value, 'grant_type');
  const known = credentials.filter((name) => getText(value, name) !== '' && given[name] !== undefined);
  const swapped = Object.fromEntries(known.map((name) => [name, given[name]]));
  const { redirect_uri, ...body } = { ...listUnmarkedFields(grant, given, choices), ...value, ...swapped };
  const isRejected = grant === 'refresh_token' && choices.redirectUriOnRefresh === 'rejected';
  const redirect = isRejected || redirect_uri === undefined ? {} : { redirect_uri };
  return Buffer.from(JSON.stringify({ ...body, ...redirect }));
}

/** Lists fields that 2.1 does not mark and that a provider may require: an SDK conforms with and without them. */
function listUnmarkedFields(grant: string, { redirect_uri, code_verifier }: GivenValues, choices: Variation) {
  const needsVerifier = grant === 'authorization_code' && choices.codeVerifier !== 'optional';
  return {
    redirect_uri,
    ...(choices.testTokenMember === 'optional' ? {} : { test_token: 'false' }),
    ...(needsVerifier ? { code_verifier: code_verifier ?? 'a-verifier-of-the-gate' } : {}),
  };
}

function swapToken(request: MatchedRequest, { access_token }: GivenValues, kept: readonly string[]) {
  const [, scheme] = parseBearer(request);
  return scheme && access_token && !isKeptToken(request, kept) ? `${scheme}${access_token}` : undefined;
}

export function isKeptToken(request: Pick<MatchedRequest, 'headers'>, kept: readonly string[]): boolean {
  const [, , token = ''] = parseBearer(request);
  return meantToFail.test(token) || kept.includes(token);
}

function parseBearer(request: Pick<MatchedRequest, 'headers'>): readonly string[] {
  return /^(Bearer +)(\S+)$/i.exec(getHeaderValues(request, 'authorization')[0] ?? '') ?? [];
}
