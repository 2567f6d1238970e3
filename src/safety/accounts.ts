import { getField, type ResponseRecord, type SentRequest } from '#api/exchange';
import type { State } from '#api/states';
import { numbersAsText } from '#api/values/json';
import { appendToChannel, readChannel } from '#run/channels';
import { context, settings } from '#run/context';
import { skipTest } from '#run/skip';

type Values = Readonly<Record<string, string>>;

/** The tokens that were given or issued, and whether a token answer or their own text shows a listed user. */
const tokens = new Map<string, boolean>();

/** Returns true if only TEST_ACCOUNTS may be touched: in a rehearsal the users are those of the embedded provider. */
export function hasTestAccounts(): boolean {
  return accounts().length > 0;
}

/** Ends the run where a provider state gives what belongs to a user whom TEST_ACCOUNTS does not list. */
export function checkStateOwner(state: State, values: Values): void {
  if (!hasTestAccounts()) return;
  refuseStranger(`the state "${state}" gives what belongs`, [values.user_id, ...usersIn(values)]);
  remember(values);
}

/** Ends the run where a token answer names, or its tokens name, a user whom TEST_ACCOUNTS does not list. */
export function checkTokenOwner({ text }: Pick<ResponseRecord, 'text'>): void {
  if (!hasTestAccounts()) return;
  const answer = numbersAsText(text);
  const [access_token, refresh_token, user] = ['access_token', 'refresh_token', 'user_id'].map((name) =>
    textOf(answer, name),
  );
  const issued = { ...(access_token && { access_token }), ...(refresh_token && { refresh_token }) };
  if (Object.keys(issued).length === 0) return;
  refuseStranger('a token answer is about what belongs', [user, ...usersIn(issued)]);
  remember(issued, user);
}

/**
 * Ends the run before a request that creates or deletes carries a token of which nothing shows whose it is, and before
 * every other once it was ended. What no state gave and no answer issued, the suite made up.
 */
export function checkRequestOwner({ endpoint, method, headers }: SentRequest): void {
  if (!hasTestAccounts()) return;
  const [ended] = readChannel('guard');
  if (ended !== undefined) stopFor(ended);
  const fields = Object.values(headers).join('\n');
  const isUnknown = [...tokens].some(([token, isShown]) => !isShown && fields.includes(token));
  if (endpoint === 'oauth-token' || !isUnknown) return;
  end(`no token answer and no token's text shows whose the token is that a ${method} ${endpoint} would carry`);
}

/**
 * The user's id with which a token's text ends, behind its type, its client, its date and a rest; of a refresh token
 * behind its type and a rest. The reference shows no more than the first three (2.2): where there is none, none is shown.
 */
export function readTokenUser(token: string): string | undefined {
  return /^(?:(?:APP_USR|TEST)-\d+-\d{6}|TG)[-_].*\w[-_](\d{1,20})$/s.exec(token)?.[1];
}

function accounts(): readonly string[] {
  return context().rehearsal ? [] : settings().TEST_ACCOUNTS;
}

function usersIn({ access_token = '', refresh_token = '' }: Values): (string | undefined)[] {
  return [readTokenUser(access_token), readTokenUser(refresh_token)];
}

function remember({ access_token, refresh_token }: Values, answered?: string): void {
  for (const token of [access_token, refresh_token])
    if (token) tokens.set(token, tokens.get(token) || (answered ?? readTokenUser(token)) !== undefined);
}

function refuseStranger(what: string, users: readonly (string | undefined)[]): void {
  const stranger = users.find((user) => user !== undefined && !accounts().includes(user));
  if (stranger !== undefined) end(`${what} to the user ${stranger}, whom TEST_ACCOUNTS does not list`);
}

function end(why: string): never {
  appendToChannel('guard', why);
  return stopFor(why);
}

function stopFor(why: string): never {
  return skipTest({ kind: 'guard', why, isFinal: true });
}

function textOf(value: unknown, name: string): string | undefined {
  const member = getField(value, name);
  return typeof member === 'string' && member !== '' ? member : undefined;
}
