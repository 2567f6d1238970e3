import { BlockList, isIP } from 'node:net';
import type { SentRequest } from '#api/exchange';
import { type Endpoint, getOperation } from '#api/operations';
import { appendToChannel, readChannel } from '#run/channels';
import { context, settings } from '#run/context';
import type { Settings } from '#run/settings/settings';
import { isLoopback, isSandbox } from '#run/settings/target';
import { skipTest } from '#run/skip';
import { hasTestAccounts } from './accounts.ts';
import { awaitToken, findLiveDeclaration, hasNoTokenResponse, isLive, type RequestToken } from './live-tokens.ts';

type Guarded = Pick<Settings, 'TARGET' | 'PRODUCTION_HOSTS' | 'ALLOW_LIVE' | 'TEST_ACCOUNTS'>;

/**
 * Returns the reason why nothing may be created or deleted at a base URL; undefined where it may. With TEST_ACCOUNTS it is the users of the
 * tokens that decide: accounts.ts.
 */
export function describeDanger(
  baseUrl: string,
  guarded: Guarded,
  written: Readonly<Record<string, string>>,
): string | undefined {
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

/**
 * Ends the test before it sends a request that creates or deletes, where that would do harm. On a shared target a token
 * answer comes first, whatever the order of the tests; where none can be had, what was declared is all there is to go by.
 */
export async function guardRequest(endpoint: Endpoint, baseUrl: string, askToken: RequestToken): Promise<void> {
  if (endpoint === 'oauth-token') return;
  const place = context().rehearsal?.of || baseUrl;
  stopInDanger(place);
  const isAsked = hasTestAccounts() || (isShared(place, settings(), context().written) && !settings().ALLOW_LIVE);
  if (!isAsked) return;
  await awaitToken(askToken);
  stopInDanger(place);
}

function stopInDanger(baseUrl: string): void {
  const reason = describeDanger(baseUrl, settings(), context().written);
  if (reason === undefined) return;
  appendToChannel('guard', reason);
  skipTest({ kind: 'guard', why: reason });
}

/** Returns true if others use the target too: credentials that no URL of the target gave may lead through a tunnel on loopback. */
function isShared(
  baseUrl: string,
  guarded: Pick<Settings, 'TARGET'>,
  written: Readonly<Record<string, string>>,
): boolean {
  return isSandbox(guarded) || !isLoopback(baseUrl) || Object.keys(written).some((name) => ownStates.test(name));
}

const ownStates = /^(?:STATE_|STATES_FILE$|STATES_COMMAND$)/;

/** Describes what the guard did in the run. */
export interface GuardSummary {
  /** Gives the reason why it let nothing be created or deleted; null where it did not have to. */
  readonly stopped: string | null;
  /** Tells whether a token answer said live_mode true; on loopback that is noted and nothing more. */
  readonly liveTokens: boolean;
  /** Tells whether it let requests pass though no token answer could be had. */
  readonly unseen: boolean;
}

/** Adds up what the workers told of the guard. */
export function summarizeGuard(): GuardSummary {
  return { stopped: readChannel('guard')[0] ?? null, liveTokens: isLive('answered'), unseen: hasNoTokenResponse() };
}

/** Hosts of production that no setting takes away. */
const builtIn = ['api.mercadopago.com'];

/** The host of a URL where it is one of production, or below one; `hosts` lists more of them between commas. */
export function findProductionHost(url: string, hosts: string): string | undefined {
  if (url === '') return undefined;
  const own = plain(new URL(url).hostname);
  const known = [...builtIn, ...hosts.split(',').map((host) => plain(host.trim()))].filter(Boolean);
  return known.some((host) => own === host || own.endsWith(`.${host}`) || isMapped(own, host)) ? own : undefined;
}

/** Returns true if a host is the IPv6 form of an IPv4 address. */
function isMapped(host: string, address: string): boolean {
  if (isIP(address) !== 4 || !host.startsWith('[')) return false;
  const list = new BlockList();
  list.addAddress(address);
  return list.check(host.slice(1, -1), 'ipv6');
}

function plain(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}

/** Ends a test that would send another value of a header that keeps its request inside the sandbox. */
export function requireSandboxHeader({ endpoint, headers }: SentRequest): void {
  if (!endpoint || !isSandbox(settings())) return;
  for (const [name, value] of Object.entries(getOperation(endpoint).inSandbox ?? {}))
    if (headers[name] !== value) skipTest({ kind: 'sandbox', endpoint, header: name, value });
}
