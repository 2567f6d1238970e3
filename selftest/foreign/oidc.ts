import { createServer } from 'node:http';
import Provider, { type Adapter, type AdapterPayload, type ClientMetadata } from 'oidc-provider';
import { listen } from '../tools/fixtures.ts';
import { type ForeignServer, fresh } from './server.ts';

const lifetime = 15_552_000;
const tenMinutes = 600;
const scope = 'offline_access read write';

const clients = ['4100000001', '4100000002'].map(newClient);

function newClient(client_id: string) {
  return {
    client_id,
    client_secret: fresh(),
    redirect_uris: [`https://seller.example/callback/${client_id}`],
    grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
    response_types: ['code'],
    token_endpoint_auth_method: 'client_secret_post',
  } satisfies ClientMetadata;
}

/** Starts the certified OpenID server, which reads only forms. */
export async function oidc(): Promise<ForeignServer & { close: () => void }> {
  const provider = new Provider('http://127.0.0.1', {
    adapter: createAdapters(),
    clients,
    scopes: scope.split(' '),
    ttl: {
      ...{ AccessToken: lifetime, ClientCredentials: lifetime, RefreshToken: lifetime, Grant: lifetime },
      AuthorizationCode: tenMinutes,
    },
    features: { devInteractions: { enabled: false }, clientCredentials: { enabled: true } },
    routes: { token: '/oauth/token' },
    issueRefreshToken: () => true,
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
  });
  const server = createServer(provider.callback());
  const origin = await listen(server);
  return {
    token: async (fields) => {
      const body = new URLSearchParams();
      for (const [name, value] of Object.entries(fields)) body.set(name, String(value));
      const response = await fetch(`${origin}/oauth/token`, { method: 'POST', body });
      return { status: response.status, body: await response.json() };
    },
    opens: async (authorization) => {
      const [, text = ''] = /^Bearer (.+)$/.exec(authorization) ?? [];
      const found = (await provider.AccessToken.find(text)) ?? (await provider.ClientCredentials.find(text));
      return found !== undefined;
    },
    states: getStates(provider),
    close: () => server.close(),
  };
}

/** Creates the adapters of all models, which keep everything: those of the package forget the oldest of a thousand. */
function createAdapters() {
  const kept = new Map<string, { readonly payload: AdapterPayload; readonly until: number }>();
  return (model: string): Adapter => {
    const keyOf = (id: string) => `${model}:${id}`;
    const find: Adapter['find'] = async (id) => {
      const found = kept.get(keyOf(id));
      return found && found.until > Date.now() ? found.payload : undefined;
    };
    return {
      find,
      findByUid: find,
      findByUserCode: find,
      upsert: async (id, payload, expiresIn = lifetime) => {
        kept.set(keyOf(id), { payload, until: Date.now() + expiresIn * 1000 });
      },
      consume: async (id) => {
        Object.assign((await find(id)) ?? {}, { consumed: Math.floor(Date.now() / 1000) });
      },
      destroy: async (id) => {
        kept.delete(keyOf(id));
      },
      revokeByGrantId: async (grantId) => {
        for (const [key, { payload }] of kept) if (payload.grantId === grantId) kept.delete(key);
      },
    };
  };
}

function getStates(provider: Provider): ForeignServer['states'] {
  const [first, second] = clients;
  const refresh = () => issueRefreshToken(provider, first, lifetime);
  return {
    'an application': async () => credentials(first),
    'another application': async () => credentials(second),
    'an authorization code': () => issueCode(provider, first, 0),
    'an authorization code older than ten minutes': () => issueCode(provider, first, tenMinutes + 60),
    'a refresh token': refresh,
    'an expired refresh token': () => issueRefreshToken(provider, first, -60),
    'a revoked refresh token': async () => {
      const values = await refresh();
      const found = await provider.RefreshToken.find(values.refresh_token);
      await found?.destroy();
      return values;
    },
    'an access token': async () => ({ access_token: await issueAccessToken(provider, first, lifetime), user_id: 7 }),
    'an expired access token': async () => ({ access_token: await issueAccessToken(provider, first, -60) }),
  };
}

type Registered = (typeof clients)[number] | undefined;

function credentials(client: Registered) {
  const { client_id = '', client_secret = '', redirect_uris: [redirect_uri = ''] = [] } = client ?? {};
  return { client_id, client_secret, redirect_uri };
}

/** Returns the grant that every code and token of a user needs. */
async function granted(provider: Provider, registered: Registered) {
  const { client_id: clientId } = credentials(registered);
  const client = await provider.Client.find(clientId);
  if (client === undefined) throw new Error(`oidc-provider does not know its client ${clientId}.`);
  const grant = new provider.Grant({ accountId: '7', clientId });
  grant.addOIDCScope(scope);
  return { accountId: '7', client, grantId: await grant.save(), scope, gty: 'authorization_code' };
}

async function issueCode(provider: Provider, registered: Registered, ago: number) {
  const { redirect_uri: redirectUri, ...rest } = credentials(registered);
  const expiresIn = tenMinutes - ago;
  const granting = await granted(provider, registered);
  const code = new provider.AuthorizationCode({ ...granting, redirectUri, expiresIn });
  return { ...rest, redirect_uri: redirectUri, code: await code.save() };
}

async function issueRefreshToken(provider: Provider, registered: Registered, expiresIn: number) {
  const token = new provider.RefreshToken({ ...(await granted(provider, registered)), expiresIn });
  return { ...credentials(registered), refresh_token: await token.save() };
}

async function issueAccessToken(provider: Provider, registered: Registered, expiresIn: number): Promise<string> {
  return new provider.AccessToken({ ...(await granted(provider, registered)), expiresIn }).save();
}
