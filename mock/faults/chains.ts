import { type Fault, saying } from '../fault.ts';
import type { JsonObject } from '../http/json.ts';
import { type Call, textMember } from '../operation.ts';
import type { World } from '../world/world.ts';
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

function isRenewal(call: Call): boolean {
  return textMember(call, 'grant_type') === 'refresh_token';
}
