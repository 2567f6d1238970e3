import { BlockList, isIP } from 'node:net';
import { getText, type ResponseRecord, type SentRequest } from '#api/exchange';
import { getOperation, operations } from '#api/operations';
import type { State } from '#api/states';
import { parseNumbersAsText } from '#api/values/json';
import { madeUp } from '#factories/near-misses/texts';
import { UNKNOWN_ID_PREFIX } from '#redaction/made-up-values';
import { appendToChannel, readChannel } from '#run/channels';
import type { Settings } from '#run/settings/settings';
import { isLoopback, isSandbox } from '#run/settings/target';
import { skipTest, suiteError } from '#run/skip';
import { createTokenCheck, findLiveDeclaration, hasNoTokenResponse, isLive, type RequestToken } from './live-tokens.ts';

type Values = Readonly<Record<string, string>>;
type Guarded = Pick<Settings, 'TARGET' | 'PRODUCTION_HOSTS' | 'ALLOW_LIVE' | 'TEST_ACCOUNTS'>;
export type Guard = ReturnType<typeof createGuard>;

/** Creates the guard of a worker, which ends a test before a request that may do harm. */
export function createGuard(settings: Guarded & Pick<Settings, 'BASE_URL'>, written: Values) {
  const { BASE_URL, ALLOW_LIVE, TEST_ACCOUNTS } = settings;
  const owners = createOwners(TEST_ACCOUNTS);
  const provided: Values[] = [];
  const awaitToken = createTokenCheck();
  const isAsked = TEST_ACCOUNTS.length > 0 || (isShared(BASE_URL, settings, written) && !ALLOW_LIVE);
  const stopInDanger = () => {
    const reason = describeDanger(BASE_URL, settings, written);
    if (reason === undefined) return;
    appendToChannel('guard', reason);
    skipTest({ kind: 'guard', why: reason });
  };
  /** Returns true if a deletion may name these ids: on loopback any, elsewhere those of states and tokens, and made-up ones. */
  const canNameInDeletion = (path: Values) => (isLoopback(BASE_URL) && !isSandbox(settings)) || isSafe(path, provided);
  /** Checks a request that creates or deletes: on a shared target after a token response, if there can be one. */
  const checkRequest = async (request: SentRequest, path: Values, askToken: RequestToken) => {
    const { endpoint } = request;
    if (endpoint && operations[endpoint].method === 'DELETE' && !canNameInDeletion(path)) rejectDeletion(path);
    if (isSandbox(settings)) requireSandboxHeader(request);
    if (endpoint !== 'oauth-token') {
      stopInDanger();
      if (isAsked) await awaitToken(askToken);
      if (isAsked) stopInDanger();
    }
    owners?.checkRequest(request);
  };
  const checkState = (state: State, values: Values) => {
    owners?.checkState(state, values);
    provided.push(values);
  };
  const checkToken = (response: ResponseRecord) => {
    owners?.checkToken(response);
    const user_id = getText(parseNumbersAsText(response.text), 'user_id');
    if (user_id !== '') provided.push({ user_id }); // a made-up order of this user may be deleted
  };
  return { canNameInDeletion, checkRequest, checkState, checkToken };
}

/** Returns why nothing may be created or deleted at a base URL, else undefined. With TEST_ACCOUNTS, tokens decide. */
export function describeDanger(baseUrl: string, guarded: Guarded, written: Values): string | undefined {
  if (guarded.ALLOW_LIVE || guarded.TEST_ACCOUNTS.length > 0) return undefined;
  const host = findProductionHost(baseUrl, guarded.PRODUCTION_HOSTS);
  if (host !== undefined) return `${host} is a host of production`;
  const variable = findLiveDeclaration(written);
  if (variable !== undefined) return `${variable} says that the tokens are live`;
  if (isLive('declared')) return 'a provider state says live_mode true: its tokens are live';
  return isShared(baseUrl, guarded, written) && isLive('answered')
    ? 'the target issues tokens with live_mode true'
    : undefined;
}

/** Returns true if others use the target too. Written states suggest that a loopback URL is a tunnel. */
function isShared(baseUrl: string, guarded: Guarded, written: Values): boolean {
  return isSandbox(guarded) || !isLoopback(baseUrl) || Object.keys(written).some((name) => ownStates.test(name));
}

const ownStates = /^(?:STATE_|STATES_FILE$|STATES_COMMAND$)/;

export type GuardSummary = Readonly<ReturnType<typeof summarizeGuard>>;

/** Summarizes the guard: why it stopped the run, if tokens are live, and if no token response was seen. */
export function summarizeGuard() {
  return { stopped: readChannel('guard')[0] ?? null, liveTokens: isLive('answered'), unseen: hasNoTokenResponse() };
}

/** Hosts of production that no setting takes away. */
const builtIn = ['api.mercadopago.com'];

/** Returns the production host that a URL names, or is below; `hosts` lists more of them between commas. */
export function findProductionHost(url: string, hosts: string): string | undefined {
  if (url === '') return undefined;
  const host = normalizeHost(new URL(url).hostname);
  const known = [...builtIn, ...hosts.split(',').map((each) => normalizeHost(each.trim()))].filter(Boolean);
  return known.some((each) => host === each || host.endsWith(`.${each}`) || isMapped(host, each)) ? host : undefined;
}

/** Returns true if a host is an IPv6 form of an IPv4 address, mapped or behind NAT64 (RFC 6052). */
function isMapped(host: string, address: string): boolean {
  if (isIP(address) !== 4 || !host.startsWith('[')) return false;
  const list = new BlockList();
  list.addAddress(address);
  return list.check(host.slice(1, -1).replace(/^64:ff9b::/, '::ffff:'), 'ipv6');
}

function normalizeHost(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}

/** Ends a test that would send another value of a header that keeps its request inside the sandbox. */
function requireSandboxHeader({ endpoint, headers }: SentRequest): void {
  if (!endpoint) return;
  for (const [name, value] of Object.entries(getOperation(endpoint).inSandbox ?? {}))
    if (headers[name] !== value) skipTest({ kind: 'sandbox', endpoint, header: name, value });
}

/** Creates the checks that end the run where a token belongs to a user whom TEST_ACCOUNTS does not list. */
function createOwners(accounts: readonly string[]) {
  if (accounts.length === 0) return undefined;
  /** The tokens that were given or issued; true if a token response or their own text shows a listed user. */
  const tokens = new Map<string, boolean>();
  const recordTokens = ({ access_token, refresh_token }: Values, user?: string) => {
    for (const token of [access_token, refresh_token])
      if (token) tokens.set(token, tokens.get(token) || (user ?? readTokenUser(token)) !== undefined);
  };
  const rejectOtherUser = (what: string, users: readonly (string | undefined)[]) => {
    const other = users.find((user) => user !== undefined && !accounts.includes(user));
    if (other !== undefined) endRun(`${what} belongs to the user ${other}, who is not in TEST_ACCOUNTS`);
  };
  const checkState = (state: State, values: Values) => {
    rejectOtherUser(`the state "${state}"`, [values.user_id, ...readTokenUsers(values)]);
    recordTokens(values);
  };
  const checkToken = ({ text }: Pick<ResponseRecord, 'text'>) => {
    const response = parseNumbersAsText(text);
    const get = (name: string) => getText(response, name);
    const issued = { access_token: get('access_token'), refresh_token: get('refresh_token') };
    if (issued.access_token === '' && issued.refresh_token === '') return;
    const user = get('user_id') || undefined;
    rejectOtherUser('a token response', [user, ...readTokenUsers(issued)]);
    recordTokens(issued, user);
  };
  /** Ends every request after the end of the run too. What no state gave and no response issued, the suite made up. */
  const checkRequest = ({ endpoint, method, headers }: SentRequest) => {
    const [ended] = readChannel('guard');
    if (ended !== undefined) stopFor(ended);
    const fields = Object.values(headers).join('\n');
    const isUnknown = [...tokens].some(([token, isShown]) => !isShown && fields.includes(token));
    if (endpoint === 'oauth-token' || !isUnknown) return;
    endRun(`neither a token response nor the token itself shows the user of the token of ${method} ${endpoint}`);
  };
  return { checkState, checkToken, checkRequest };
}

/** Returns the user's id at the end of a token, if there is one: the reference shows only type, client and date (2.2). */
export function readTokenUser(token: string): string | undefined {
  return /^(?:(?:APP_USR|TEST)-\d+-\d{6}|TG)[-_].*\w[-_](\d{1,20})$/s.exec(token)?.[1];
}

function readTokenUsers({ access_token = '', refresh_token = '' }: Values): (string | undefined)[] {
  return [readTokenUser(access_token), readTokenUser(refresh_token)];
}

function endRun(why: string): never {
  appendToChannel('guard', why);
  return stopFor(why);
}

function stopFor(why: string): never {
  return skipTest({ kind: 'guard', why, isFinal: true });
}

/** Ids that no resource has, with which the suite asks for a rejection. */
const idsOfNone: ReadonlySet<string> = new Set(['nobody', 'abc', '12abc', '0', '']);

function isUnknownId(id: string): boolean {
  return idsOfNone.has(id) || id.startsWith(UNKNOWN_ID_PREFIX);
}

/** Ends the test as an error of the suite: it names ids that are neither of one state nor made up. */
function rejectDeletion(path: Values): never {
  const ids = Object.entries(path).map(([name, id]) => `${name} ${JSON.stringify(id)}`);
  return suiteError(`a deletion would name ${ids.join(' and ')}, which no provider state returned together`);
}

/** Returns true if the ids of a deletion are of one state, or each is of a state or made up, and one is made up. */
export function isSafe(path: Values, states: readonly Values[]): boolean {
  const ids = Object.entries(path);
  const hasIds = (values: Values) => ids.every(([name, id]) => values[name] === id);
  const isProvided = (name: string, id: string) => states.some((values) => values[name] === id);
  const others = ids.filter(([name, id]) => isUnknownId(id) || !isProvided(name, id));
  if (others.length === 0) return states.some(hasIds);
  return others.every(([name, id]) => isUnknownId(id) || isInvented(id, name, states));
}

/** Returns true for an id that was made of one of a state, or a user_id that is no number, as no user has it (4). */
function isInvented(id: string, name: string, states: readonly Values[]): boolean {
  if (name === 'user_id' && /[^\d\s.,_]/.test(id)) return true;
  const known = states.flatMap((values) => values[name] ?? []);
  return known.some((given) => id === madeUp(given) || (id.startsWith(given) && /^\D/.test(id.slice(given.length))));
}
