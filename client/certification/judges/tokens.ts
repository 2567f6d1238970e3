import { getText, isSuccess } from '#api/exchange';
import { createByteFinder, searchBytes } from '#redaction/search';
import { decodePercent } from '../../contract/check.ts';
import { findSecrets, findTokens, holdsAny, listBearerTokens, listSentSecrets } from '../../contract/head.ts';
import { getHeaderValues } from '../../wire/traffic.ts';
import type { Judge, Judgement, Played, PlayedExchange } from '../played.ts';
import {
  failed,
  isRejectedByClient,
  judgeEach,
  judgeEachAccepted,
  judgeScenario,
  listRequests,
  notExercised,
  notSent,
  PASSED,
} from '../played.ts';

const scopes = /^(?:offline_access|read|write)(?: (?:offline_access|read|write))*$/;

/** Checks that a token request has the grant and, to the letter, these fields as the client was given them. */
function grantAsGiven(grant: string, names: readonly string[]): Judge {
  return judgeScenario((played, { input }) => {
    const isOther = input.code_age !== played.control?.scenario?.input.code_age;
    if (isOther && isRejectedByClient(played, 'oauth-token'))
      return failed(`the client rejects a code of ${input.code_age} seconds, which is valid for ten minutes`);
    return judgeEach(played, listRequests(played, 'oauth-token'), ({ json }) => {
      const sent = getText(json, 'grant_type');
      if (sent !== grant) return `/grant_type is ${JSON.stringify(sent)}, expected ${grant}`;
      const others = names.filter((name) => getText(json, name) !== getText(input.token ?? input, name));
      return others.map((name) => ({ place: `/${name}`, text: 'is not the value that the client was given' }));
    });
  });
}

/** Writes the scopes of a text in one order, which says nothing (RFC 6749, 3.3); a code_verifier has no blanks. */
const inOrder = (text: string): string => text.split(' ').sort().join(' ');

function judgeUnrenewed(played: Played, last: PlayedExchange | undefined): Judgement {
  if (last) return failed('the expired token is not renewed with the refresh token of the client', last);
  if (played.report?.outcome !== 'error') return notSent(played);
  return failed(`the client asks the caller instead: ${played.report.error ?? 'an error'}`);
}

/** Returns the access token that a client has before a request: of the last token response, or the given one. */
export function latestToken({ exchanges, scenario }: Played, before: PlayedExchange): string | undefined {
  const earlier = exchanges.slice(0, exchanges.indexOf(before));
  const responses = earlier.filter(({ record }) => record.endpoint === 'oauth-token' && isSuccess(record.status));
  const tokens = responses.map(({ response }) => getText(response, 'access_token'));
  return tokens.at(-1) ?? scenario?.input.token?.access_token;
}

function listKnownSecrets(played: Played): string[] {
  const { input } = played.scenario ?? {};
  const sent = listRequests(played, 'oauth-token').flatMap(({ json, response }) => [json, response]);
  return listSentSecrets(input, input?.token, ...sent);
}

function listTokens({ exchanges, scenario }: Played): string[] {
  const from = [scenario?.input.token, ...exchanges.map(({ response }) => response)];
  const known = from.map((one) => getText(one, 'access_token')).filter(({ length }) => length >= 8);
  return [...known, ...exchanges.flatMap(listBearerTokens)];
}

export const tokenJudges = {
  /** Checks that fields that no grant needs arrive as the client was given them. */
  optionalFields: judgeScenario((played, { input }) =>
    judgeEach(played, listRequests(played, 'oauth-token'), ({ json }) => {
      const isOther = (name: string) => inOrder(getText(json, name)) !== inOrder(getText(input, name));
      const others = ['code_verifier', 'scope'].filter(isOther);
      return others.map((name) => ({ place: `/${name}`, text: 'arrives changed' }));
    }),
  ),
  redirectUri: judgeScenario((played, { input }) =>
    judgeEachAccepted(played, listRequests(played, 'oauth-token'), ({ json }) => {
      const [sent, given] = [json, input.token ?? input].map((from) => getText(from, 'redirect_uri'));
      return sent === '' || sent === given ? undefined : `/redirect_uri is ${sent}, expected ${given}`;
    }),
  ),
  scope: (played) => {
    const sent = listRequests(played, 'oauth-token');
    const asking = sent.filter(({ json }) => played.scenario || Reflect.has(Object(json), 'scope'));
    return judgeEachAccepted(played, asking, ({ json }) => {
      const value: unknown = Reflect.get(Object(json), 'scope');
      const isDrawn = value === undefined || (typeof value === 'string' && scopes.test(value));
      return isDrawn ? undefined : `/scope is ${JSON.stringify(value)}, expected offline_access, read or write`;
    });
  },
  codeOnce: (played) => {
    const used = new Set<string>();
    const requests = listRequests(played, 'oauth-token').filter(({ json }) => getText(json, 'code') !== '');
    if (played.scenario && played.exchanges.length <= requests.length) return notSent(played);
    return judgeEach(played, requests, ({ json, record: { status, step } }) => {
      const code = getText(json, 'code');
      if (used.has(code)) return 'a code is sent again after it was exchanged';
      if (isSuccess(status) && (step === null || step.delivery === 'whole')) used.add(code);
      return undefined;
    });
  },
  /** Checks that a code is not sent after its ten minutes; a rejection counts only if the client sends a fresh code. */
  codeInTime: judgeScenario((played, { input }) => {
    const sent = listRequests(played, 'oauth-token').find(({ json }) => getText(json, 'code') === input.code);
    if (sent) return failed(`a code is sent ${input.code_age} seconds after it was issued`, sent);
    return isRejectedByClient(played, 'oauth-token') ? PASSED : notSent(played);
  }),
  /** Checks that an expired token is renewed by its refresh token, and the operation continues with the new one. */
  renewal: judgeScenario((played, { input, operation, round }) => {
    const sent = listRequests(played, 'oauth-token');
    const last = listRequests(played, operation).at(-1);
    const other = sent.find(({ json }) => getText(json, 'grant_type') !== 'refresh_token');
    if (other) return failed([{ place: '/grant_type', text: 'of a renewal is not refresh_token' }], other);
    const renewed = sent.filter(({ json }) => getText(json, 'refresh_token') === input.token?.refresh_token);
    if (renewed.length === 0) return judgeUnrenewed(played, last);
    const fresh = renewed.map(({ response }) => getText(response, 'access_token')).filter(Boolean);
    if (fresh.length === 0) return round.error ? PASSED : notExercised('the renewal was rejected');
    if (!last) return failed('the token is renewed, but no request uses the new one', renewed[0]);
    const isFresh = fresh.some((one) => getHeaderValues(last, 'authorization')[0]?.endsWith(` ${one}`));
    return isFresh ? PASSED : failed('the request does not use the renewed token', last);
  }),
  hasCleanUrls: (played) => {
    const secrets = [...listKnownSecrets(played), ...listTokens(played)];
    return judgeEachAccepted(played, played.exchanges, ({ record, target }) => {
      const found = record.findings.filter(({ rule }) => rule === 'credential-in-query');
      return found.length === 0 && holdsAny(target, secrets) ? 'the URL contains a credential' : found;
    });
  },
  /** Checks that the client_secret and values exchanged for a token are only in the body of a token request. */
  secretInTokenBodyOnly: (played) => {
    const secrets = listKnownSecrets(played);
    const outside = played.unparsed.find(({ kind }) => kind === 'secret-to-other-host');
    if (outside) return failed(outside.text);
    return judgeEachAccepted(played, played.exchanges, ({ record: { endpoint }, headers, body }) =>
      findSecrets({ headers, endpoint }, body, secrets),
    );
  },
  /** Checks that a token is only in its header, and goes to no other host; a client_secret that is sent as a token violates CLI-02 alone. */
  tokenInHeaderOnly: (played) => {
    const outside = played.unparsed.find(({ kind }) => kind === 'token-to-other-host');
    if (outside) return failed(outside.text);
    const secrets = listKnownSecrets(played);
    const tokens = listTokens(played).filter((token) => !secrets.includes(token));
    return judgeEachAccepted(played, played.exchanges, (exchange) => findTokens(exchange, exchange.body, tokens));
  },
  /** Checks that the error for the caller, which often ends in a log, shows no credential. */
  hidesCredentials: judgeScenario((played, { operation }) => {
    const met = listRequests(played, operation).find(({ record }) => record.status >= 400);
    const { error = '', outcome } = played.report ?? {};
    if (!met || outcome !== 'error') return met ? notExercised('the caller gets no error') : notSent(played);
    const secrets = [...listKnownSecrets(played), ...listTokens(played)];
    const { leaks } = searchBytes(Buffer.from(`${error}\n${decodePercent(error)}`), createByteFinder(secrets));
    return leaks.length > 0 ? failed('the error for the caller has a credential', met) : PASSED;
  }),
  codeGrant: grantAsGiven('authorization_code', ['code', 'client_id', 'client_secret']),
  refreshGrant: grantAsGiven('refresh_token', ['refresh_token', 'client_id', 'client_secret']),
} satisfies Readonly<Record<string, Judge>>;
