import { type Fault, type Patch, saying, sparing, stumbling, type When } from '../../fault.ts';
import type { JsonObject } from '../../http/json.ts';
import { codeOf, refreshTokenOf } from '../../oauth-token/grant-checks.ts';
import { type Call, textMember } from '../../operation.ts';
import type { World } from '../../world/world.ts';
import { is, times } from '../found.ts';
import { stillborn } from '../oauth-token/worth.ts';
import { rowsOf } from '../row.ts';

const { row } = rowsOf('oauth-token', 'token');
const users = rowsOf('test-users', 'test-user').row;
const agreements = rowsOf('wallet-agreements', 'agreement').row;

/** What is wrong after a success, from some time on. */
export const laterFaults: readonly Fault[] = [
  row('TOK-08', 'second-renewal-old', 'A second renewal gives the first one’s token.', repeatingSecond),
  row(
    'TOK-19',
    'third-renewal-dead',
    'The access token of a third renewal has expired.',
    stillborn(times(3, ofUser)),
  ),
  row(
    'TOK-29',
    'secret-after-success',
    'A client_secret is looked at until it was right once.',
    trustingClients,
  ),
  row(
    'TOK-44',
    'withdrawn-other-code',
    'A withdrawn grant is forbidden the second time.',
    stumbling(secondWithdrawn(), 400, 'forbidden'),
  ),
  row(
    'TOK-81',
    'renewed-refresh-dead',
    'A renewal answers with the refresh token that it used up.',
    echoingDead,
  ),
  row('TOK-35', 'used-code-renews', 'A code that was exchanged renews.', saying(renewingByCode)),
  users(
    'USR-05',
    'second-id-text',
    'The id of a second test user is text.',
    second('id', (body) => `${body.id}`),
  ),
  agreements(
    'WAL-03',
    'second-uri-relative',
    'A second agreement has a relative agreement_uri.',
    second('agreement_uri', () => '/wallet'),
  ),
];

function ofUser(call: Call): string | undefined {
  return is('grant_type', 'refresh_token')(call) ? `${refreshTokenOf(call)?.userId}` : undefined;
}

function byRefreshToken(call: Call): string | undefined {
  return textMember(call, 'refresh_token');
}

function repeatingSecond(operation: Parameters<Patch>[0]) {
  const first = new Map<string, JsonObject>();
  const isSecond = times(2, ofUser);
  return saying((body, call) => {
    const user = ofUser(call);
    const isRepeated = isSecond(call);
    if (user === undefined) return body;
    const earlier = first.get(user) ?? body;
    first.set(user, earlier);
    return isRepeated ? { ...body, access_token: earlier.access_token ?? null } : body;
  })(operation);
}

function trustingClients(operation: Parameters<Patch>[0]) {
  const known = new WeakMap<World, Set<string>>();
  const note = saying((body, call) => {
    const clients = known.get(call.world) ?? new Set();
    known.set(call.world, clients.add(`${textMember(call, 'client_id')}`));
    return body;
  });
  const trust = sparing(
    'a wrong client_secret',
    (call) => known.get(call.world)?.has(`${textMember(call, 'client_id')}`) === true,
  );
  return trust(note(operation));
}

function secondWithdrawn(): When {
  const isSecond = times(2, byRefreshToken);
  return (call) => refreshTokenOf(call)?.standing === 'withdrawn' && isSecond(call);
}

/** The refresh token of the request again from the second renewal of a user on, which then is revoked. */
function echoingDead(operation: Parameters<Patch>[0]) {
  const isSecond = times(2, ofUser);
  return saying((body, call) => {
    if (!isSecond(call)) return body;
    const sent = refreshTokenOf(call);
    if (sent) sent.standing = 'revoked';
    return { ...body, refresh_token: `${textMember(call, 'refresh_token')}` };
  })(operation);
}

function renewingByCode(body: JsonObject, call: Call): JsonObject {
  const code = codeOf(call);
  if (code) call.world.refreshTokens.set(`${textMember(call, 'code')}`, { ...code, standing: 'good' });
  return body;
}

/** Another value of a member from the second thing on that one token creates. */
function second(member: string, value: (body: JsonObject) => string): Patch {
  const isSecond = times(2, ({ headers }) => `${headers.authorization}`);
  return saying((body, call) => (isSecond(call) ? { ...body, [member]: value(body) } : body));
}
