import { field, isObject, type Json, type JsonObject, readJson } from '../http/json.ts';
import type { Variation } from '../variations.ts';
import { platformId } from '../wallet-agreements.ts';
import { addAccessToken, addApplication, addCode, addRefreshToken, lifetime } from './credentials.ts';
import { freshDeviceId, freshHex, freshIntentId, freshNumber, freshPosId, userIdIn } from './identifiers.ts';
import {
  type AccessToken,
  type Application,
  type Intent,
  type Order,
  orderKey,
  type RefreshToken,
  type World,
} from './world.ts';

const rejectState = (status: number, error: string): StateResponse => ({ status, body: { error } });

type Setup = (world: World, choices: Variation) => JsonObject;

/** The provider states by name; each setup creates new resources and never returns those of another setup. */
export const states: ReadonlyMap<string, Setup> = new Map([
  ['an application', application()],
  ['another application', application()],
  ['an application over its rate limit', application(true)],
  ['an authorization code', code(0)],
  ['an authorization code older than ten minutes', code(601)],
  ['a refresh token', refreshToken('good')],
  ['a revoked refresh token', refreshToken('revoked')],
  ['an expired refresh token', refreshToken('expired')],
  ['a refresh token whose user withdrew the grant', refreshToken('withdrawn')],
  ['a refresh token of another user', refreshToken("another user's")],
  ['an access token', accessToken({}, true)],
  ['an expired access token', accessToken({ expiresAt: Date.now() - 1000 })],
  ['a test access token', accessToken({ type: 'TEST' })],
  ['an access token of an unregistered integrator', accessToken({ standing: 'unregistered' })],
  ['an access token that may not create test users', accessToken({ standing: 'no test users' })],
  ['an access token with which creating a test user finds no resource', accessToken({ standing: 'no resource' })],
  ['an access token with which creating a test user fails inside the service', accessToken({ standing: 'failing' })],
  ['a queued payment intent', intent('queued')],
  ['a payment intent whose cancellation conflicts', intent('conflicting')],
  ['a payment intent whose cancellation fails inside the service', intent('failing')],
  ['an open in-store order', order('open')],
  ['an in-store order whose deletion fails inside the service', order('failing')],
]);

function application(limited = false): Setup {
  return (world, choices) => toValues(addApplication(world, choices, limited));
}

function toValues({ clientId, clientSecret, redirectUri }: Application) {
  return { client_id: clientId, client_secret: clientSecret, redirect_uri: redirectUri };
}

function code(secondsAgo: number): Setup {
  return (world, choices) => {
    const owner = addApplication(world, choices);
    const verifier = choices.codeVerifier === 'of the challenge' ? freshHex() + freshHex() : undefined;
    const code = addCode(world, choices, owner.clientId, secondsAgo, verifier);
    return { code, ...toValues(owner), ...(verifier === undefined ? {} : { code_verifier: verifier }) };
  };
}

function refreshToken(standing: RefreshToken['standing']): Setup {
  return (world, choices) => {
    const owner = addApplication(world, choices);
    const { redirect_uri, ...client } = toValues(owner);
    const text = addRefreshToken(world, choices, { clientId: owner.clientId, userId: freshNumber(world), standing });
    const values = { refresh_token: text, ...client };
    return choices.redirectUriOnRefresh === 'optional' ? values : { ...values, redirect_uri };
  };
}

function accessToken(special: Partial<AccessToken>, withUser = false): Setup {
  return (world, choices) => {
    const { text, userId, clientId } = issue(world, choices, special);
    const client = choices.agreementClient === "the token's own" ? { client_id: clientId } : {};
    const platform = choices.agreementPlatform === 'known' ? { x_platform_id: platformId } : {};
    const user = withUser ? { user_id: userValue(userId, choices) } : {};
    return { access_token: text, ...user, ...client, ...platform };
  };
}

function intent(standing: Intent['standing']): Setup {
  return (world, choices) => {
    const deviceId = freshDeviceId(world, choices);
    const id = freshIntentId(world, choices);
    const { text, userId } = issue(world, choices, {});
    world.intents.set(id, { deviceId, ownerId: userId, standing });
    return { device_id: deviceId, payment_intent_id: id, access_token: text };
  };
}

function order(standing: Order['standing']): Setup {
  return (world, choices) => {
    const { text, userId } = issue(world, choices, {});
    const posId = freshPosId(world, choices);
    world.orders.set(orderKey(`${userIdIn(userId, choices)}`, posId), { standing });
    return { user_id: userValue(userId, choices), external_pos_id: posId, access_token: text };
  };
}

function issue(world: World, choices: Variation, special: Partial<AccessToken>) {
  const { clientId } = addApplication(world, choices);
  const userId = freshNumber(world);
  const expiresAt = Date.now() + lifetime * 1000;
  const token: AccessToken = { clientId, userId, type: 'APP_USR', expiresAt, standing: 'good', ...special };
  return { text: addAccessToken(world, choices, token), userId, clientId };
}

function userValue(userId: number, choices: Variation): Json {
  const user = userIdIn(userId, choices);
  return choices.userIdValues === 'text' ? `${user}` : user;
}

/** Responds to one request to the provider states: reads `{state, params, action}`, returns the state's values. */
export function provideState(body: Uint8Array, world: World, choices: Variation, severalSets: boolean): StateResponse {
  const { value } = readJson(body);
  const state = field(value, 'state');
  const action = field(value, 'action') ?? 'setup';
  if (!isObject(value) || typeof state !== 'string')
    return rejectState(400, 'Expected a body with "state" and "action".');
  const setup = states.get(state);
  if (!setup) return rejectState(404, 'Unknown state. Use one of docs/provider-states.md.');
  if (action === 'teardown') return { status: 200, body: {} };
  if (action !== 'setup') return rejectState(400, 'Unknown action. Expected setup or teardown.');
  if (!severalSets) return { status: 200, body: setup(world, choices) };
  return { status: 200, body: Array.from({ length: usual.has(state) ? 16 : 1 }, () => setup(world, choices)) };
}

/** The states that most tests need; orders and intents come one by one, since tests rely on the newest one. */
const usual: ReadonlySet<string> = new Set([
  'an application',
  'another application',
  'an authorization code',
  'a refresh token',
  'an access token',
]);

type StateResponse = { status: number; body: JsonObject | JsonObject[] };
