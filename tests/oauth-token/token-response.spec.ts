import { covers } from '#api/covers';
import { hasErrorCode } from '#api/errors';
import { type Exchange, getField, getSentField, getText, isSuccess } from '#api/exchange';
import { describeTokenFormat, isCurrentDate, readAccessToken } from '#api/values/access-token';
import { now, stopWhereClocksDiffer } from '#assertions/clock';
import { expect } from '#assertions/expect';
import { test } from '#assertions/test';
import { settings } from '#run/context';
import { skipBecauseOfControl } from '#run/skip';
import { askedFor, type Issued, issuedBy, notOffered } from './issued.ts';

const composing = (grant: string): string => `composes the access token for ${grant} of type, client id and date`;

const { TOKEN_LIFETIME } = settings();

/** The facts of every issued token (2.2), whatever its request contained. */
const facts = [
  {
    title: (grant: string) => `answers ${grant} with every member of the token response`,
    id: { code: 'TOK-02', renewal: 'TOK-09' },
    judge: ({ exchange, name }: Issued) => expect.soft(exchange, name).toConform('oauth-token/response'),
  },
  { title: composing, id: { code: 'TOK-03', renewal: 'TOK-03' }, judge: expectComposed },
  {
    title: (grant: string) => `gives ${grant} a token of the type bearer`,
    id: { code: 'TOK-04', renewal: 'TOK-04' },
    judge: ({ exchange, name }: Issued) => expect.soft(exchange, name).toHaveMember('token_type', 'bearer'),
  },
  {
    title: (grant: string) => `gives ${grant} a token of the fixed lifetime`,
    id: { code: 'TOK-05', renewal: 'TOK-05' },
    judge: holds(
      `expires_in ${TOKEN_LIFETIME} (TOKEN_LIFETIME)`,
      ({ json }) => getField(json, 'expires_in') === TOKEN_LIFETIME,
    ),
  },
  {
    title: (grant: string) => `lists only known scopes for ${grant}`,
    id: { code: 'TOK-06', renewal: 'TOK-06' },
    judge: holds('a scope of offline_access, read and write', hasKnownScopes),
  },
  {
    title: (grant: string) => `answers ${grant} in JSON`,
    id: { code: 'TOK-14', renewal: 'TOK-14' },
    judge: ({ exchange, name }: Issued) => expect.soft(exchange, name).toBeJson(),
  },
] as const;

for (const { grant, words, control, kind } of [
  { grant: 'authorization_code', words: 'a code', control: 'oauth-token', kind: 'code' },
  { grant: 'refresh_token', words: 'a refresh token', control: 'oauth-token by refresh token', kind: 'renewal' },
] as const) {
  for (const { title, id, judge } of facts) {
    test(title(words), covers(id[kind]), async ({ call, baseline, given }) => {
      await judge({ name: 'plain', exchange: await baseline(control) });
      for (const issued of await issuedBy(grant, call, given)) await judge(issued);
    });
  }
}

test(composing('client_credentials'), covers('TOK-03'), async ({ call, given }) => {
  const asked = await askedFor('client_credentials', call, given);
  // A grant is unknown without a state, and if it is neither granted nor rejected as a grant (TOK-11).
  if (asked.length === 0) await given('an application');
  const isKnown = asked.some(
    ({ exchange }) => isSuccess(exchange.status) || notOffered.some((code) => hasErrorCode(exchange, code)),
  );
  if (!isKnown) skipBecauseOfControl('TOK-11');
  for (const issued of await issuedBy('client_credentials', call, given)) await expectComposed(issued);
});

async function expectComposed({ exchange, name }: Issued): Promise<void> {
  const text = getText(exchange.json, 'access_token');
  if (text === '') skipBecauseOfControl('TOK-02');
  const clientId = String(getSentField(exchange, 'client_id'));
  const token = readAccessToken(text, clientId);
  const shape = describeTokenFormat(text, clientId);
  const isNow = isCurrentDate(token?.created ?? '', now());
  if (!isNow) stopWhereClocksDiffer(exchange);
  const judged = expect.soft(exchange, name);
  await judged.toHold('a type and the client id at the start of the access token', token !== undefined, shape);
  await judged.toHold('a creation date that is now in some time zone', isNow, shape);
}

function holds(fact: string, isSo: (exchange: Exchange) => boolean) {
  return ({ exchange, name }: Issued) => expect.soft(exchange, name).toHold(fact, isSo(exchange));
}

function hasKnownScopes({ json }: Exchange): boolean {
  const scopes = String(getField(json, 'scope')).split(' ').filter(Boolean);
  return scopes.every((scope) => ['offline_access', 'read', 'write'].includes(scope));
}
