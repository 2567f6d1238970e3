import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { close, listen } from '../tools/fixtures.ts';
import { type Form, formOf } from './choices.ts';
import { bodyOf, isObject } from './http/json-text.ts';
import { type Call, done, type Fields, type Reply, uncoded } from './http/replies.ts';
import { findOperation } from './http/routes.ts';
import { send } from './http/wire.ts';
import { orderKey } from './orders.ts';
import { newResourceId, newSecret } from './token/credentials.ts';
import type { Application, Grant, Intent, Order, Rights, World } from './world.ts';
import { addAccessToken, addApplication, addGrant, addRefreshToken, createWorld } from './world.ts';

type Values = Record<string, string | number>;

type Sources = { world: World; own: () => Application; other: () => Application };
type Provide = (sources: Sources) => Values;

const credentialsOf = ({ id, secret }: Application) => ({ client_id: id, client_secret: secret });
const known = (application: Application) => ({ ...credentialsOf(application), redirect_uri: application.redirectUri });

const code =
  (age: number): Provide =>
  ({ world, own }) => {
    const application = own();
    const text = `TG-${newSecret(world.form)}`;
    const grant = addGrant(world, application);
    world.codes.set(text, { grant, at: Date.now() - age, spent: false, burnt: false });
    return { code: text, ...known(application) };
  };

const refresh =
  (rejection?: string): Provide =>
  ({ world, own }) => {
    const application = own();
    const refresh_token = addRefreshToken(world, addGrant(world, application), rejection);
    return { refresh_token, ...credentialsOf(application) };
  };

const access =
  (settings: { seconds?: number; test?: boolean; rights?: Rights }): Provide =>
  ({ world, own }) => ({ access_token: addAccessToken(world, addGrant(world, own()), settings) });

function userWithToken({ world, own }: Sources): { grant: Grant; access_token: string } {
  const grant = addGrant(world, own());
  return { grant, access_token: addAccessToken(world, grant) };
}

const intent =
  (standing: Intent['standing']): Provide =>
  (sources) => {
    const { grant, access_token } = userWithToken(sources);
    const device = newResourceId(sources.world.form, 'device');
    const payment_intent_id = newResourceId(sources.world.form, 'intent');
    sources.world.intents.set(payment_intent_id, { device, owner: grant.user, standing });
    return { device_id: device, payment_intent_id, access_token };
  };

const order =
  (standing: Order['standing']): Provide =>
  (sources) => {
    const { grant, access_token } = userWithToken(sources);
    const external_pos_id = newResourceId(sources.world.form, 'caja');
    sources.world.orders.set(orderKey(grant.user, external_pos_id), { standing });
    return { user_id: grant.user, external_pos_id, access_token };
  };

const elevenMinutes = 660_000;

/** Every provider state and how this provider creates it. */
const states = {
  'an application': ({ own }) => known(own()),
  'another application': ({ other }) => known(other()),
  'an application over its rate limit': ({ world }) => credentialsOf(addApplication(world, true)),
  'an authorization code': code(0),
  'an authorization code older than ten minutes': code(elevenMinutes),
  'a refresh token': refresh(),
  'a revoked refresh token': refresh('invalid_grant'),
  'an expired refresh token': refresh('invalid_grant'),
  'a refresh token whose user withdrew the grant': refresh('unauthorized_client'),
  'a refresh token of another user': refresh('forbidden'),
  'an access token': (sources) => {
    const { grant, access_token } = userWithToken(sources);
    return { access_token, user_id: grant.user };
  },
  'an expired access token': access({ seconds: -1 }),
  'a test access token': access({ test: true }),
  'an access token of an unregistered integrator': access({ rights: 'unregistered' }),
  'an access token that may not create test users': access({ rights: 'no test users' }),
  'an access token with which creating a test user finds no resource': access({ rights: 'finds nothing' }),
  'an access token with which creating a test user fails inside the service': access({ rights: 'fails inside' }),
  'a queued payment intent': intent('queued'),
  'a payment intent whose cancellation conflicts': intent('conflicting'),
  'a payment intent whose cancellation fails inside the service': intent('failing'),
  'an open in-store order': order('open'),
  'an in-store order whose deletion fails inside the service': order('failing'),
} satisfies Record<string, Provide>;

const extraValues: Fields = {
  state: 'ready',
  created: { at: '2020-02-30', by: ['second provider', null] },
  note: 'no test asked for this',
  expires_in: null,
};

/** Responds to the states URL: `{state, params, action}`, where a teardown may fail. */
function respondToState(call: Call, provide: (state: string) => Values): Reply {
  const body = bodyOf(call)?.value;
  const { states } = call.form;
  if (!isObject(body)) return uncoded(400);
  if (body.action === 'teardown') return states.teardown < 300 ? done(states.teardown) : uncoded(states.teardown);
  if (!isStateName(body.state)) return uncoded(states.unknownState);
  const values = provide(body.state);
  return done(states.status, states.extraValues === 'some' ? { ...extraValues, ...values } : values);
}

/** A running second provider; `provide` returns the values of a state for a run that uses only environment variables. */
export type SecondProvider = Awaited<ReturnType<typeof startSecondProvider>>;

type Mounted = { prefix: string; form: Form; world: World; states: boolean; provide(state: string): Values };

/**
 * Starts a provider that the suite has never seen on loopback, under a path prefix, with or without a states URL.
 *
 * It is written from the reference and the provider states alone, in plain `node:http`, and shares nothing with the
 * embedded provider, the schemas or the suite. It follows what the reference states and makes unusual choices where the
 * reference is silent: `choices.ts` lists them, and a form takes one of each. So a failure or a warning that the suite
 * reports for it is a false alarm.
 */
export async function startSecondProvider({ prefix = '/sandbox/api/v9', form: number = 0, states = true } = {}) {
  const form = formOf(number);
  const world = createWorld(form);
  const mounted = { prefix, form, world, states, provide: providerOf(world) };
  const server = createServer((request, response) => {
    serve(mounted, request, response).catch(() => response.destroy());
  });
  const origin = await listen(server);
  return {
    baseUrl: `${origin}${prefix}${form.wire.baseUrl === 'bare' ? '' : '/'}`,
    statesUrl: states ? `${origin}${form.states.url}` : undefined,
    provide: mounted.provide,
    close: () => close(server),
  };
}

async function serve(mounted: Mounted, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const reply = answer(mounted, request, textOfBytes(Buffer.concat(chunks)));
  await send(mounted.form, request, response, reply);
}

function answer(mounted: Mounted, request: IncomingMessage, text: string): Reply {
  const { prefix, form, world, states, provide } = mounted;
  const { method = '', headers, url = '' } = request;
  const [path = '', query] = url.split(/\?(.*)/s);
  const call: Call = { world, form, headers, path: {}, query: new URLSearchParams(query), text };
  if (states && method === 'POST' && url === form.states.url) return respondToState(call, provide);
  const found = path.startsWith(prefix) ? findOperation(method, path.slice(prefix.length)) : undefined;
  return found === undefined ? uncoded(404) : found.operation({ ...call, path: found.path });
}

function isStateName(name: unknown): name is keyof typeof states {
  return typeof name === 'string' && Object.hasOwn(states, name);
}

/** Returns a function that sets up a state and returns its values: new ones each time, or always the same. */
function providerOf(world: World): (state: string) => Values {
  const { applications, accessToken, userId } = world.form.states;
  const another = () => addApplication(world);
  const create = () => (applications === 'shared' ? once(another) : another);
  const sources = { world, own: create(), other: create() };
  const token = once(() => states['an access token'](sources));
  return (state) => {
    if (!isStateName(state)) throw new Error(`No provider state is called "${state}": see states.ts for the names`);
    const same = state === 'an access token' && accessToken === 'always the same';
    const values: Values = same ? token() : states[state](sources);
    return userId === 'text' && 'user_id' in values ? { ...values, user_id: String(values.user_id) } : values;
  };
}

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Returns the text of UTF-8 bytes; undefined if they are invalid. */
function textOfBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return '';
  }
}
