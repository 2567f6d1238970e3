import { getText } from '#api/exchange';
import { operations } from '#api/operations';
import type { State } from '#api/states';
import type { Variation } from '#mock/variations';
import type { MatchedRequest } from '../contract/check.ts';
import { getHeaderValues } from '../wire/traffic.ts';
import { type Give, type GivenValues, type Plan, planRequest } from './plan.ts';

/** Describes a value of a provider state and what the SDK sent in its place, for the way back. */
export type Swap = readonly [given: string, sent: string];

/** Describes the request with credentials and names that the embedded provider knows, and what to swap back in its answer. */
interface StandIn {
  readonly plan: Plan;
  readonly swaps: readonly Swap[];
}

const stateOfGrant: Readonly<Record<string, State>> = {
  authorization_code: 'an authorization code',
  refresh_token: 'a refresh token',
};

function stateOf({ endpoint, json }: MatchedRequest): State {
  const byGrant = endpoint === 'oauth-token' ? stateOfGrant[getText(json.value, 'grant_type')] : undefined;
  return byGrant ?? operations[endpoint].standsOn;
}

/** Holds members of a token request that stand for what a test SDK cannot know. */
const credentials = ['client_id', 'client_secret', 'code', 'refresh_token', 'redirect_uri'];

/** Matches tokens that are meant to be rejected, or that are missing: they are passed on unchanged. */
const meantToFail =
  /^(?:undefined|null|None|nil|(?:an?[-_ ]?)?(?:invalid|wrong|bad|expired|revoked|fake|unknown)[-_ ].*)$/i;

/**
 * Puts credentials of the embedded provider in the place of the SDK's own, whatever they are, so that its answer is
 * the one to a known client. Only values that were sent are replaced: what is missing or malformed stays so.
 */
export function swapCredentials(
  request: MatchedRequest,
  give: Give,
  keptTokens: readonly string[],
  choices: Variation,
): StandIn {
  const given = give(stateOf(request));
  const parameters = knownParameters(request, given);
  const body = knownBody(request, given, choices);
  const authorization = knownToken(request, given, keptTokens);
  const plan = planRequest(request, {
    parameters,
    ...(body ? { body } : {}),
    ...(authorization ? { authorization } : {}),
  });
  return { plan, swaps: swapsOf(request, given) };
}

function knownParameters({ parameters }: MatchedRequest, given: GivenValues): Record<string, string> {
  const known = Object.entries(parameters).map(([name, sent]) => {
    const wellFormed = sent !== '' && (name !== 'user_id' || /^\d+$/.test(sent));
    return [name, wellFormed ? (given[name] ?? sent) : sent];
  });
  return Object.fromEntries(known);
}

/** Returns a token request in which every text under the name of a credential is a known one, and what 2.1 leaves open suits. */
function knownBody(
  { endpoint, json: { value, faults } }: MatchedRequest,
  given: GivenValues,
  choices: Variation,
): Buffer | undefined {
  if (endpoint !== 'oauth-token' || faults.length > 0) return undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const grantType = getText(value, 'grant_type');
  const known = credentials.flatMap((name) =>
    getText(value, name) !== '' && given[name] !== undefined ? [[name, given[name]]] : [],
  );
  const body = { ...unmarkedMembers(grantType, given, choices), ...value, ...Object.fromEntries(known) };
  const suits = ([name]: [string, unknown]) => name !== 'redirect_uri' || !refusesRedirectUri(grantType, choices);
  return Buffer.from(JSON.stringify(Object.fromEntries(Object.entries(body).filter(suits))));
}

function knownToken(
  request: MatchedRequest,
  { access_token }: GivenValues,
  kept: readonly string[],
): string | undefined {
  const [, scheme] = bearerOf(request);
  return scheme && access_token && !isKeptToken(request, kept) ? `${scheme}${access_token}` : undefined;
}

/** Returns true if the token of a request reaches the provider unchanged. */
export function isKeptToken(request: Pick<MatchedRequest, 'headers'>, kept: readonly string[]): boolean {
  const [, , token = ''] = bearerOf(request);
  return meantToFail.test(token) || kept.includes(token);
}

function bearerOf(request: Pick<MatchedRequest, 'headers'>): readonly string[] {
  return /^(Bearer +)(\S+)$/i.exec(getHeaderValues(request, 'authorization')[0] ?? '') ?? [];
}

/** Returns the names that an answer repeats: the payment intent's id (2.4), and the client's in its token (2.2). */
function swapsOf({ parameters, json }: MatchedRequest, given: GivenValues): Swap[] {
  const sent = { client_id: getText(json.value, 'client_id'), ...parameters };
  return Object.entries(sent).flatMap(([name, value]) => {
    const known = given[name];
    return known && value ? [[known, value] as const] : [];
  });
}

/**
 * Lists the fields of a token request that 2.1 does not mark and that a provider may require. An SDK that
 * leaves one out, or sends one, conforms all the same, and is not to be refused for it.
 */
function unmarkedMembers(grantType: string, given: GivenValues, choices: Variation): Partial<GivenValues> {
  const verifier = grantType === 'authorization_code' && choices.codeVerifier !== 'optional';
  return {
    ...(given.redirect_uri === undefined ? {} : { redirect_uri: given.redirect_uri }),
    ...(choices.testTokenMember === 'optional' ? {} : { test_token: 'false' }),
    ...(verifier ? { code_verifier: given.code_verifier ?? 'a-verifier-of-the-gate' } : {}),
  };
}

/** Returns true if a provider refuses a redirect_uri beside this grant. */
function refusesRedirectUri(grantType: string, { redirectUriOnRefresh }: Variation): boolean {
  return grantType === 'refresh_token' && redirectUriOnRefresh === 'refused';
}
