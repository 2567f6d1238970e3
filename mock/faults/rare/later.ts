import {
  accepting,
  type Fault,
  lettingIn,
  type Patch,
  saying,
  sparing,
  stumbling,
  type When,
} from '../../fault.ts';
import type { JsonObject } from '../../http/json.ts';
import { codeOf, refreshTokenOf } from '../../oauth-token/grant-checks.ts';
import { type Call, textMember } from '../../operation.ts';
import type { World } from '../../world/world.ts';
import { has, is } from '../found.ts';
import { rowsOf } from '../row.ts';

const { row } = rowsOf('oauth-token', 'token');
const users = rowsOf('test-users', 'test-user').row;
const agreements = rowsOf('wallet-agreements', 'agreement').row;

/** What is wrong after a success, from some time on, or beside what is not marked. */
export const laterFaults: readonly Fault[] = [
  row('TOK-08', 'second-renewal-old', 'A second renewal gives the first one’s token.', repeatingSecond),
  row(
    'TOK-19',
    'third-renewal-dead',
    'The access token of a third renewal has expired.',
    dead(times(3, ofUser)),
  ),
  row(
    'TOK-19',
    'verified-dead',
    'The token that comes with a code_verifier has expired.',
    dead(has('code_verifier')),
  ),
  row(
    'TOK-02',
    'verified-mode',
    'The live_mode is null beside a code_verifier.',
    saying(without('live_mode', has('code_verifier'))),
  ),
  row(
    'TOK-02',
    'bare-key',
    'The public_key is null where no redirect_uri is sent.',
    wantingNoRedirect(saying(without('public_key', isBare))),
  ),
  row(
    'TOK-01',
    'verified-refresh',
    'No refresh token comes with a code_verifier.',
    saying(without('refresh_token', has('code_verifier'))),
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
    'TOK-32',
    'old-bare',
    'An old code is good without a redirect_uri.',
    wantingNoRedirect(sparing('a code older than ten minutes', isBare)),
  ),
  row(
    'TOK-33',
    'foreign-bare',
    'A code is anybody’s without a redirect_uri.',
    wantingNoRedirect(sparing("another application's code", isBare)),
  ),
  row('TOK-35', 'used-code-renews', 'A code that was exchanged renews.', saying(renewingByCode)),
  row(
    'TOK-34',
    'flagged-refresh-as-code',
    'A refresh token is a code beside a test_token.',
    wantingNoRedirect(sparing('a code that was never given', isFlaggedRefresh)),
  ),
  row(
    'TOK-21',
    'verifier-for-secret',
    'A code_verifier stands for a client_secret.',
    lettingIn(isPublicClient),
  ),
  row(
    'TOK-24',
    'stranger-flagged',
    'Any parameter will do beside a test_token.',
    sparing('a parameter that is not supported', has('test_token')),
  ),
  row(
    'TOK-40',
    'redirect-of-any',
    'The redirect_uri may be any application’s.',
    sparing('another redirect_uri', isAnyones),
  ),
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
  agreements(
    'WAL-05',
    'platform-number',
    'The agreement_id for a platform is a number.',
    saying((body, { headers }) =>
      headers['x-platform-id'] === undefined ? body : { ...body, agreement_id: 7 },
    ),
  ),
];

function ofUser(call: Call): string | undefined {
  return is('grant_type', 'refresh_token')(call) ? `${refreshTokenOf(call)?.userId}` : undefined;
}

function byRefreshToken(call: Call): string | undefined {
  return textMember(call, 'refresh_token');
}

/** True from the given time on that the same comes. */
function times(from: number, keyOf: (call: Call) => string | undefined): When {
  const seen = new Map<string, Set<Call['body']>>();
  return (call) => {
    const key = keyOf(call);
    if (key === undefined) return false;
    const bodies = seen.get(key) ?? new Set();
    seen.set(key, bodies.add(call.body));
    return bodies.size >= from;
  };
}

/** The embedded provider wants a redirect_uri with a code, which nobody has to. */
function wantingNoRedirect(patch: Patch): Patch {
  return (operation) => patch(accepting('redirect_uri left out')(operation));
}

function dead(when: When): Patch {
  return saying((body, call) => {
    const token = call.world.accessTokens.get(`${body.access_token}`);
    if (token && when(call)) token.expiresAt = 0;
    return body;
  });
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

function without(member: string, when: When) {
  return (body: JsonObject, call: Call): JsonObject => (when(call) ? { ...body, [member]: null } : body);
}

function isBare(call: Call): boolean {
  return is('grant_type', 'authorization_code')(call) && !has('redirect_uri')(call);
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

function renewingByCode(body: JsonObject, call: Call): JsonObject {
  const code = codeOf(call);
  if (code) call.world.refreshTokens.set(`${textMember(call, 'code')}`, { ...code, standing: 'good' });
  return body;
}

function isFlaggedRefresh(call: Call): boolean {
  return has('test_token')(call) && call.world.refreshTokens.has(`${textMember(call, 'code')}`);
}

function isPublicClient(call: Call): boolean {
  return has('code_verifier')(call) && !has('client_secret')(call) && codeOf(call) !== undefined;
}

function isAnyones(call: Call): boolean {
  return [...call.world.applications.values()].some(
    ({ redirectUri }) => redirectUri === textMember(call, 'redirect_uri'),
  );
}

/** Another value of a member from the second thing on that one token creates. */
function second(member: string, value: (body: JsonObject) => string): Patch {
  const isSecond = times(2, ({ headers }) => `${headers.authorization}`);
  return saying((body, call) => (isSecond(call) ? { ...body, [member]: value(body) } : body));
}
