import { getField } from '#api/exchange';
import { buildPath, type Endpoint } from '#api/operations';
import { extraValueNames, type State, states } from '#api/states';
import { agreement } from '#factories/agreement';
import { testUser } from '#factories/test-user';
import { tokenRequest } from '#factories/token-request';
import type { Provider } from '#mock/server';
import type { MatchedRequest } from '../contract/check.ts';
import type { DocumentedError } from '../contract/documented-errors.ts';
import type { Header } from '../wire/traffic.ts';

/** Describes what is sent to the embedded provider in place of what the SDK sent. */
export interface Plan {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly Header[];
  readonly body: Buffer;
}

/** Describes parts of a request that the gate sends otherwise than the SDK did. */
interface Changes {
  readonly parameters?: Readonly<Record<string, string>>;
  /** The Authorization header, whole. */
  readonly authorization?: string;
  readonly body?: Buffer;
}

/** Holds headers that belong to the SDK's own connection, or that the changed body makes wrong. */
const ofTheConnection =
  /^(?:host|connection|keep-alive|proxy-.*|transfer-encoding|content-length|content-encoding|expect|te|trailer|upgrade|http2-settings|x-conformance-.*)$/i;

/** Returns the SDK's request with changes, on the path as the reference writes it. */
export function planRequest(request: MatchedRequest, { parameters, authorization, body }: Changes): Plan {
  const { method, endpoint, target } = request;
  const query = /\?[^#]*/.exec(target)?.[0] ?? '';
  const changed = authorization === undefined ? [] : [['Authorization', authorization] as const];
  const dropped = ({ 0: name }: Header) =>
    ofTheConnection.test(name) || (changed.length > 0 && name.toLowerCase() === 'authorization');
  return {
    method,
    target: `/${buildPath(endpoint, { ...request.parameters, ...parameters })}${query}`,
    headers: [...request.headers.filter((header) => !dropped(header)), ...changed],
    body: body ?? request.body,
  };
}

/** Describes the values of a provider state by name, all as text. */
export type GivenValues = Readonly<Record<string, string>>;

/** Brings a provider state about in the embedded provider. */
export type Give = (state: State) => GivenValues;

/** Asks the embedded provider for its states, without a request of its own. */
export function createGive({ provide }: Provider): Give {
  return (state) => {
    const values = provide(state);
    if (!values) throw new Error(`The embedded provider has no state "${state}".`);
    const all = [...states[state], ...extraValueNames].map((name): [string, unknown] => [name, getField(values, name)]);
    return Object.fromEntries(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));
  };
}

type Body = Readonly<Record<string, unknown>>;

/** Holds a good body of each operation that errors are made from; none where an error needs none. */
const goodBodies: Partial<Record<Endpoint, (given: GivenValues) => Body>> = {
  'oauth-token': ({ client_id = '', client_secret = '', refresh_token = '' }) =>
    tokenRequest('refresh_token', { client_id, client_secret, refresh_token }),
  'test-users': () => ({ ...testUser('a request of the SDK gate') }),
  'wallet-agreements': () => agreement('a request of the SDK gate'),
};

/** Returns the request that the embedded provider answers with a documented error, in place of one of the SDK. */
export function planError(request: MatchedRequest, error: DocumentedError, give: Give): Plan {
  const given = give(error.state);
  const token = error.token ?? given.access_token;
  const body = goodBodies[error.endpoint]?.(given);
  return planRequest(request, {
    parameters: { ...named(request, given), ...error.parameters },
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify({ ...body, ...error.body })) }),
  });
}

function named({ parameters }: MatchedRequest, given: GivenValues): Record<string, string> {
  const known = Object.keys(parameters).flatMap((name) => {
    const value = given[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(known);
}
