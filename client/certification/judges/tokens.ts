import { getText, isSuccess } from '#api/exchange';
import { type Exchange, headerOf, type Played } from '../played.ts';
import { broken, each, eachTaken, inScenario, type Judge, open, passed, requestsOf, unsent } from './judgement.ts';

const scopes = /^(?:offline_access|read|write)(?: (?:offline_access|read|write))*$/;

/** A token request has the grant and, to the letter, what of these members the client was given. */
export function grantAsGiven(grant: string, names: readonly string[]): Judge {
  return inScenario((played, { input }) =>
    each(played, requestsOf(played, 'oauth-token'), ({ json }) => {
      const sent = getText(json, 'grant_type');
      if (sent !== grant) return `/grant_type is ${JSON.stringify(sent)}, and ${grant} is wanted`;
      const other = names.find((name) => getText(json, name) !== getText(input, name));
      return other === undefined ? undefined : `/${other} is not what the client was given`;
    }),
  );
}

/** A redirect_uri that is sent is the configured one. */
export const redirectUri: Judge = inScenario((played, { input }) =>
  eachTaken(played, requestsOf(played, 'oauth-token'), ({ json }) => {
    const sent = getText(json, 'redirect_uri');
    return sent === '' || sent === input.redirect_uri
      ? undefined
      : `/redirect_uri is ${sent}, and ${input.redirect_uri} is configured`;
  }),
);

/** A scope that is asked for is drawn from the three. */
export const scope: Judge = (played) => {
  const asking = requestsOf(played, 'oauth-token').filter(
    ({ json }) => played.scenario || Reflect.has(Object(json), 'scope'),
  );
  return eachTaken(played, asking, ({ json }) => {
    const sent: unknown = Reflect.get(Object(json), 'scope');
    const isDrawn = sent === undefined || (typeof sent === 'string' && scopes.test(sent));
    return isDrawn ? undefined : `/scope is ${JSON.stringify(sent)}: offline_access, read and write are allowed`;
  });
};

/** A code that was exchanged is not sent again. */
export const codeOnce: Judge = (played) => {
  const used = new Set<string>();
  const own = requestsOf(played, 'oauth-token').filter(({ json }) => getText(json, 'code') !== '');
  const isFinished = played.exchanges.length > own.length || !played.scenario;
  if (!isFinished) return unsent(played);
  return each(played, own, ({ json, record }) => {
    const code = getText(json, 'code');
    if (used.has(code)) return 'a code is sent again that was exchanged before';
    if (isSuccess(record.status) && isWhole(record.step)) used.add(code);
    return undefined;
  });
};

function isWhole(step: Exchange['record']['step']): boolean {
  return step === null || step.delivery === 'whole';
}

/** A code is not sent after its ten minutes; what the client refuses here shows nothing where it sends no fresh one. */
export const codeInTime: Judge = inScenario((played, { input }) => {
  const own = requestsOf(played, 'oauth-token');
  const sent = own.find(({ json }) => getText(json, 'code') === input.code);
  if (sent) return broken(`a code is sent ${input.code_age} seconds after it was given`, sent);
  const isRefused = played.said?.outcome === 'error' && own.length === 0;
  const sendsFresh = played.control !== undefined && requestsOf(played.control, 'oauth-token').length > 0;
  return isRefused && sendsFresh ? passed : unsent(played);
});

/** An expired token is renewed by its refresh token, and the operation goes on with the new one. */
export const renewal: Judge = inScenario((played, { input, operation }) => {
  const { token } = input;
  const asked = requestsOf(played, 'oauth-token');
  const last = requestsOf(played, operation).at(-1);
  const other = asked.find(({ json }) => getText(json, 'grant_type') !== 'refresh_token');
  if (other)
    return broken(
      `the token is not renewed by refresh_token: /grant_type is ${getText(other.json, 'grant_type')}`,
      other,
    );
  const renewed = asked.filter(({ json }) => getText(json, 'refresh_token') === token?.refresh_token);
  if (renewed.length === 0) return unrenewed(played, last);
  const fresh = renewed.map(({ answer }) => getText(answer, 'access_token')).filter(Boolean);
  if (fresh.length === 0) return open('the renewal was refused');
  if (!last) return broken('the token is renewed, and the operation is not asked with the new one', renewed[0]);
  const isFresh = fresh.some((one) => headerOf(last, 'authorization')?.endsWith(` ${one}`));
  return isFresh ? passed : broken('the operation is asked by another token than the renewed one', last);
});

function unrenewed(played: Played, last: Exchange | undefined) {
  if (last) return broken('the expired token is not renewed by the refresh token of the client', last);
  return played.said?.outcome === 'error'
    ? broken(`the caller is asked instead: ${played.said.error ?? 'an error'}`)
    : unsent(played);
}
