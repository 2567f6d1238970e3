import { createRequire } from 'node:module';
import { type Fields, type ForeignServer, fresh } from './server.ts';

/** The interface of every version of the library. */
interface Library {
  new (
    options: object,
  ): {
    token(request: object, response: LibraryResponse, options: object): Promise<unknown>;
    authenticate(request: object, response: LibraryResponse): Promise<unknown>;
  };
  readonly Request: new (request: object) => object;
  readonly Response: new (response: object) => LibraryResponse;
}

interface LibraryResponse {
  readonly status: number;
  readonly body: unknown;
}

type Client = ReturnType<typeof newClient>;
type Code = ReturnType<typeof newCode>;
interface Token {
  readonly accessToken: string;
  readonly accessTokenExpiresAt: Date;
  readonly refreshToken: string;
  readonly refreshTokenExpiresAt: Date;
  readonly scope: unknown;
  readonly client: Client;
  readonly user: { readonly id: number };
}

const lifetime = 15_552_000;
const tenMinutes = 600_000;
const known = ['offline_access', 'read', 'write'];
const require = createRequire(import.meta.url);

/** Returns a published version of node-oauth's library, with the states of the reference. */
export function nodeOauth(name: string): ForeignServer {
  const library: Library = require(name);
  // Up to version 4 a scope is one text, from version 5 on a list.
  const { model, states } = createStore((list) => (/4\.\d/.test(name) ? list.join(' ') : list));
  const server = new library({ model, allowExtendedTokenAttributes: true, accessTokenLifetime: lifetime });
  return {
    /** Passes the fields on as a JSON body parser would, because the library reads only forms. */
    token: async (body: Fields) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1' };
      const response = new library.Response({ headers: {} });
      const request = new library.Request({ method: 'POST', query: {}, headers, body });
      await server.token(request, response, {}).catch(() => {});
      return { status: response.status, body: response.body };
    },
    opens: async (authorization) => {
      const request = new library.Request({ method: 'POST', query: {}, headers: { authorization } });
      const opening = server.authenticate(request, new library.Response({ headers: {} }));
      return opening.then(Boolean).catch(() => false);
    },
    states,
  };
}

function createStore(scopesAre: (list: string[]) => unknown) {
  const clients = new Map<string, Client>();
  const codes = new Map<string, Code>();
  const tokens = new Map<string, Token>();
  const store = (made: Token) => {
    for (const text of [made.accessToken, made.refreshToken]) tokens.set(text, made);
    return made;
  };
  const client = (): Client => {
    const made = newClient();
    clients.set(made.id, made);
    return made;
  };
  const code = (age = 0) => {
    const made = newCode(client(), scopesAre(known), age);
    codes.set(made.authorizationCode, made);
    return { ...credentials(made.client), code: made.authorizationCode };
  };
  const token = (changes: Partial<Token> = {}) => {
    const owner = client();
    const expiry = new Date(Date.now() + lifetime * 1000);
    const access = { accessToken: createAccessToken(owner), accessTokenExpiresAt: expiry };
    const refreshing = { refreshToken: fresh(), refreshTokenExpiresAt: expiry };
    return store({ ...access, ...refreshing, scope: scopesAre(known), client: owner, user: newUser(), ...changes });
  };
  const refresh = (made: Token) => ({ ...credentials(made.client), refresh_token: made.refreshToken });
  const states: ForeignServer['states'] = {
    'an application': async () => credentials(client()),
    'another application': async () => credentials(client()),
    'an authorization code': async () => code(),
    'an authorization code older than ten minutes': async () => code(tenMinutes + 60_000),
    'a refresh token': async () => refresh(token()),
    'an expired refresh token': async () => refresh(token({ refreshTokenExpiresAt: new Date(0) })),
    'a revoked refresh token': async () => {
      const made = token();
      tokens.delete(made.refreshToken);
      return refresh(made);
    },
    'an access token': async () => {
      const { accessToken, user } = token();
      return { access_token: accessToken, user_id: user.id };
    },
    'an expired access token': async () => {
      const { accessToken } = token({ accessTokenExpiresAt: new Date(0) });
      return { access_token: accessToken };
    },
  };
  const tokenBy = (field: 'accessToken' | 'refreshToken', text: string) =>
    [tokens.get(text)].find((found) => found?.[field] === text);
  const model = {
    getClient: async (id: string, secret: string) => [clients.get(id)].find((found) => found?.secret === secret),
    getAuthorizationCode: async (text: string) => codes.get(text),
    revokeAuthorizationCode: async ({ authorizationCode }: Code) => codes.delete(authorizationCode),
    getAccessToken: async (text: string) => tokenBy('accessToken', text),
    getRefreshToken: async (text: string) => tokenBy('refreshToken', text),
    revokeToken: async ({ refreshToken = '' }: Partial<Token>) => tokens.delete(refreshToken),
    getUserFromClient: async () => newUser(),
    generateAccessToken: async (owner: Client) => createAccessToken(owner),
    validateScope: async (_user: object, _client: Client, asked: string | string[] | undefined) => {
      const words = [asked ?? known].flat().flatMap((text) => text.split(' '));
      return words.every((word) => known.includes(word)) && scopesAre(words);
    },
    saveToken: async (made: Token, owner: Client, user: Token['user']) => {
      const saved = store({ ...made, client: owner, user });
      return { ...saved, user_id: user.id, public_key: `APP_USR-${fresh()}`, live_mode: false };
    },
  };
  return { model, states };
}

let serial = 4_000_000_000;

function newClient() {
  const id = String(serial++);
  const grants = ['authorization_code', 'refresh_token', 'client_credentials'];
  return { id, secret: fresh(), grants, redirectUris: [`https://seller.example/callback/${id}`] };
}

const newUser = () => ({ id: serial++ });

function newCode(client: Client, scope: unknown, age: number) {
  const [redirectUri = ''] = client.redirectUris;
  const expiresAt = new Date(Date.now() + tenMinutes - age);
  return { authorizationCode: fresh(), expiresAt, redirectUri, scope, client, user: newUser() };
}

function credentials({ id, secret, redirectUris: [redirect_uri = ''] }: Client) {
  return { client_id: id, client_secret: secret, redirect_uri };
}

/** Returns a token composed as in 2.2. */
function createAccessToken({ id }: Client): string {
  const [month, day, hour] = new Date().toISOString().match(/\d\d/g)?.slice(2) ?? [];
  return `APP_USR-${id}-${month}${day}${hour}-${fresh()}`;
}
