import { getText, isSuccess } from '#api/exchange';
import { type Exchange, getHeader, type Played } from '../played.ts';
import {
  failed,
  type Judge,
  judgeEach,
  judgeEachAccepted,
  judgeScenario,
  listRequests,
  notExercised,
  notSent,
  PASSED,
} from './judgement.ts';

const scopes = /^(?:offline_access|read|write)(?: (?:offline_access|read|write))*$/;

/** Checks that a token request has the grant and, to the letter, what of these members the client was given. */
export function grantAsGiven(grant: string, names: readonly string[]): Judge {
  return judgeScenario((played, { input }) =>
    judgeEach(played, listRequests(played, 'oauth-token'), ({ json }) => {
      const sent = getText(json, 'grant_type');
      if (sent !== grant) return `/grant_type is ${JSON.stringify(sent)}, and ${grant} is wanted`;
      const other = names.find((name) => getText(json, name) !== getText(input, name));
      return other === undefined ? undefined : `/${other} is not what the client was given`;
    }),
  );
}

/** Checks that a redirect_uri that is sent is the configured one. */
export const redirectUri: Judge = judgeScenario((played, { input }) =>
  judgeEachAccepted(played, listRequests(played, 'oauth-token'), ({ json }) => {
    const sent = getText(json, 'redirect_uri');
    return sent === '' || sent === input.redirect_uri
      ? undefined
      : `/redirect_uri is ${sent}, and ${input.redirect_uri} is configured`;
  }),
);

/** Checks that a scope that is asked for is drawn from the three. */
export const scope: Judge = (played) => {
  const asking = listRequests(played, 'oauth-token').filter(
    ({ json }) => played.scenario || Reflect.has(Object(json), 'scope'),
  );
  return judgeEachAccepted(played, asking, ({ json }) => {
    const sent: unknown = Reflect.get(Object(json), 'scope');
    const isDrawn = sent === undefined || (typeof sent === 'string' && scopes.test(sent));
    return isDrawn ? undefined : `/scope is ${JSON.stringify(sent)}: offline_access, read and write are allowed`;
  });
};

/** Checks that a code that was exchanged is not sent again. */
export const codeOnce: Judge = (played) => {
  const used = new Set<string>();
  const own = listRequests(played, 'oauth-token').filter(({ json }) => getText(json, 'code') !== '');
  const isFinished = played.exchanges.length > own.length || !played.scenario;
  if (!isFinished) return notSent(played);
  return judgeEach(played, own, ({ json, record }) => {
    const code = getText(json, 'code');
    if (used.has(code)) return 'a code is sent again that was exchanged before';
    if (isSuccess(record.status) && isWhole(record.step)) used.add(code);
    return undefined;
  });
};

function isWhole(step: Exchange['record']['step']): boolean {
  return step === null || step.delivery === 'whole';
}

/** Checks that a code is not sent after its ten minutes; what the client refuses here shows nothing where it sends no fresh one. */
export const codeInTime: Judge = judgeScenario((played, { input }) => {
  const own = listRequests(played, 'oauth-token');
  const sent = own.find(({ json }) => getText(json, 'code') === input.code);
  if (sent) return failed(`a code is sent ${input.code_age} seconds after it was given`, sent);
  const isRefused = played.report?.outcome === 'error' && own.length === 0;
  const sendsFresh = played.control !== undefined && listRequests(played.control, 'oauth-token').length > 0;
  return isRefused && sendsFresh ? PASSED : notSent(played);
});

/** Checks that an expired token is renewed by its refresh token, and the operation goes on with the new one. */
export const renewal: Judge = judgeScenario((played, { input, operation }) => {
  const { token } = input;
  const asked = listRequests(played, 'oauth-token');
  const last = listRequests(played, operation).at(-1);
  const other = asked.find(({ json }) => getText(json, 'grant_type') !== 'refresh_token');
  if (other)
    return failed(
      `the token is not renewed by refresh_token: /grant_type is ${getText(other.json, 'grant_type')}`,
      other,
    );
  const renewed = asked.filter(({ json }) => getText(json, 'refresh_token') === token?.refresh_token);
  if (renewed.length === 0) return unrenewed(played, last);
  const fresh = renewed.map(({ answer }) => getText(answer, 'access_token')).filter(Boolean);
  if (fresh.length === 0) return notExercised('the renewal was refused');
  if (!last) return failed('the token is renewed, and the operation is not asked with the new one', renewed[0]);
  const isFresh = fresh.some((one) => getHeader(last, 'authorization')?.endsWith(` ${one}`));
  return isFresh ? PASSED : failed('the operation is asked by another token than the renewed one', last);
});

function unrenewed(played: Played, last: Exchange | undefined) {
  if (last) return failed('the expired token is not renewed by the refresh token of the client', last);
  return played.report?.outcome === 'error'
    ? failed(`the caller is asked instead: ${played.report.error ?? 'an error'}`)
    : notSent(played);
}
