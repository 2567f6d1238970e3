import { type Fault, type Patch, saying, stumbling, type When } from '../fault.ts';
import { accessToken } from '../http/bearer.ts';
import type { JsonObject } from '../http/json.ts';
import { type Call, textMember } from '../operation.ts';
import type { AccessToken, World } from '../world/world.ts';
import { is } from './found.ts';
import { rowsOf } from './row.ts';

const { row } = rowsOf('oauth-token', 'token');
const counts = new WeakMap<World, Map<string, number>>();
const before = new WeakMap<World, JsonObject>();

/** Tokens that go astray on the way from one request to the next. */
export const chainFaults: readonly Fault[] = [
  row(
    'TOK-17',
    'chain-other-user',
    'A renewal belongs to the application, not to the user.',
    saying(ofNobody),
  ),
  row(
    'TOK-17',
    'chain-third',
    'The refresh token of a second renewal is worth nothing.',
    saying(forgetLater),
  ),
  row(
    'TOK-19',
    'chain-dead-second',
    'The access token of a second renewal has expired.',
    issuing({ expiresAt: 0 }, isSecondRenewal()),
  ),
  row(
    'TOK-19',
    'chain-code-users',
    'With the token of a code no test user is created.',
    issuing({ standing: 'failing' }, is('grant_type', 'authorization_code')),
  ),
  row(
    'TOK-19',
    'chain-own-dead',
    'The token for client_credentials opens nothing.',
    issuing({ expiresAt: 0 }, is('grant_type', 'client_credentials')),
  ),
  rowsOf('wallet-agreements', 'agreement').row(
    'TOK-19',
    'code-token',
    'The token of a code makes no agreement.',
    stumbling(hasTokenOfCode, 401, 'unauthorized'),
  ),
  row('TOK-18', 'crossed-refresh', 'The refresh token of the exchange before is given.', saying(crossed)),
];

function ofNobody(body: JsonObject, call: Call): JsonObject {
  return isRenewal(call) ? { ...body, user_id: Number(body.user_id) + 1 } : body;
}

function forgetLater(body: JsonObject, call: Call): JsonObject {
  const known = counts.get(call.world) ?? new Map<string, number>();
  const times = (known.get(String(body.user_id)) ?? 0) + 1;
  counts.set(call.world, known.set(String(body.user_id), times));
  if (times > 2) call.world.refreshTokens.delete(String(body.refresh_token));
  return body;
}

function crossed(body: JsonObject, call: Call): JsonObject {
  if (isRenewal(call)) return body;
  const last = before.get(call.world) ?? body;
  before.set(call.world, body);
  return { ...body, refresh_token: last.refresh_token ?? null };
}

/** Some access tokens are issued otherwise than they say. */
function issuing(special: Partial<AccessToken>, when: When): Patch {
  return saying((body, call) => {
    const token = call.world.accessTokens.get(String(body.access_token));
    if (token && when(call)) Object.assign(token, special);
    return body;
  });
}

function isSecondRenewal(): When {
  const renewed = new WeakMap<World, Set<string>>();
  return (call) => {
    if (!isRenewal(call)) return false;
    const users = renewed.get(call.world) ?? new Set<string>();
    renewed.set(call.world, users);
    const user = String(call.world.refreshTokens.get(textMember(call, 'refresh_token') ?? '')?.userId);
    return users.has(user) || users.add(user).size === 0;
  };
}

function hasTokenOfCode(call: Call): boolean {
  const client = accessToken(call)?.clientId;
  return [...call.world.codes.values()].some(({ clientId }) => clientId === client);
}

function isRenewal(call: Call): boolean {
  return textMember(call, 'grant_type') === 'refresh_token';
}
