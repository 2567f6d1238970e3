import type { TransportCode } from '#api/cause';
import { isSuccess, type ResponseRecord } from '#api/exchange';
import { appendToChannel, type CircuitEvent, readChannel } from '#run/channels';
import { skipTest } from '#run/skip';

const IN_A_ROW = 3;

export interface CircuitBreaker {
  /** Ends the test where the run has stopped asking; before the first request of a run it asks for a sign of life. */
  readonly check: (asked?: string) => Promise<void>;
  /** Records a failed request; after some in a row the run stops asking this operation, or the target. */
  readonly lost: (asked: string) => Promise<void>;
  readonly answered: (asked: string) => void;
}

/** Creates the breaker of a target; `preflight` returns why it shows no sign of life, `atOnce` asks for it first. */
export function createCircuitBreaker(
  baseUrl: string,
  preflight: () => Promise<string | undefined>,
  atOnce: boolean,
): CircuitBreaker {
  const seen = () => readChannel('circuit').filter(({ of }) => of === baseUrl);
  const giveUp = (reason: string) => appendToChannel('circuit', { of: baseUrl, event: 'gone', reason });
  const askFirst = async () => {
    if (!atOnce || seen().some(({ event }) => event === 'there' || event === 'gone')) return;
    const reason = await preflight();
    if (reason === undefined) appendToChannel('circuit', { of: baseUrl, event: 'there' });
    else giveUp(reason);
  };
  let first: Promise<void> | undefined;
  return {
    check: async (asked) => {
      first ??= askFirst();
      await first;
      const reason = whyStopped(seen(), asked);
      if (reason !== undefined) skipTest({ kind: 'outage', words: reason });
    },
    lost: async (asked) => {
      appendToChannel('circuit', { of: baseUrl, event: 'lost', asked });
      if (lostInARow(seen(), asked) < IN_A_ROW) return;
      const words = `unreachable ${IN_A_ROW} times in a row`;
      const reason = await preflight();
      if (reason !== undefined) return giveUp(`the target was ${words}: ${reason}`);
      const stopped = `${asked} was ${words}, while other operations respond`;
      appendToChannel('circuit', { of: baseUrl, event: 'stopped', asked, reason: stopped });
    },
    answered: (asked) => {
      if (lostInARow(seen(), asked) > 0) appendToChannel('circuit', { of: baseUrl, event: 'answered', asked });
    },
  };
}

function whyStopped(events: readonly CircuitEvent[], asked: string | undefined): string | undefined {
  const stopped = events.find((row) => row.event === 'stopped' && row.asked === asked);
  const last = events.find(({ event }) => event === 'gone') ?? stopped;
  return last && 'reason' in last ? last.reason : undefined;
}

function lostInARow(events: readonly CircuitEvent[], asked: string): number {
  const tries = events.filter((row) => 'asked' in row && row.asked === asked && row.event !== 'stopped');
  return tries.length - 1 - tries.findLastIndex(({ event }) => event !== 'lost');
}

/** Returns the reason why the run stopped asking its target; null where it did not. */
export function getOutage(): string | null {
  const gone = readChannel('circuit').find((row) => row.event === 'gone');
  return gone?.event === 'gone' ? gone.reason : null;
}

type LifelessCode = TransportCode | 'busy' | 'page' | 'nothing' | 'redirect';

export interface Lifeless {
  readonly code: LifelessCode;
  readonly words: string;
}

const waiting = 'Check the host, port and firewall, or increase REQUEST_TIMEOUT.';
const otherPort = 'Fix the port in BASE_URL, or use https:// if this port uses TLS.';

const advice: Readonly<Record<LifelessCode, string>> = {
  'no such name': 'The host does not exist. Check the host in BASE_URL, the network and the VPN.',
  refused: 'Nothing listens on this port. Start the target, or fix the host and port in BASE_URL.',
  unreachable: 'Fix BASE_URL, or start the target.',
  'other name': 'The certificate is for another host name. Use that name in BASE_URL.',
  'expired certificate': 'The certificate is not valid today. Renew it.',
  certificate: 'The certificate is not trusted. Set EXTRA_CA to the PEM file of the authority that issued it.',
  'no TLS': 'This port does not use TLS. Use http:// in BASE_URL, or fix the port.',
  'no HTTP': otherPort,
  reset: otherPort,
  broken: otherPort,
  'no connection': waiting,
  'no answer': waiting,
  page: 'Fix the path in BASE_URL. The paths of the operations are appended to it.',
  nothing: 'Fix the path in BASE_URL. The paths of the operations are appended to it.',
  redirect: 'Redirects are not followed. Set BASE_URL to the final URL.',
  busy: 'Run again when the target has recovered.',
};

/** Returns the one message of a run that cannot reach its target: the problem, the place and the next step. */
export function describeOutage(baseUrl: string, { code, words }: Lifeless): string {
  return `the target cannot be reached at ${baseUrl}: ${words}. ${advice[code]}`;
}

/** The statuses with which a web server reports that nothing exists at a path. */
const nothingHere: ReadonlySet<number> = new Set([403, 404, 405, 410]);

/**
 * Returns the reason why a response seems to come from something else: a 404 or HTML page instead of an operation, or a
 * redirect to another origin. A service may have error pages, so only all operations together decide.
 */
export function findWrongService(answer: ResponseRecord, url: string): Lifeless | undefined {
  const { status, headers } = answer;
  if (isPage(answer) && (isSuccess(status) || nothingHere.has(status)))
    return { code: 'page', words: `every operation returns ${status} with an HTML page` };
  if (status === 404) return { code: 'nothing', words: 'every operation returns 404' };
  const other = status >= 300 && status < 400 ? otherOrigin(headers.location ?? '', url) : undefined;
  return other ? { code: 'redirect', words: `every operation redirects to ${other}` } : undefined;
}

function isPage({ headers, text }: ResponseRecord): boolean {
  const mediaType = headers['content-type'];
  if (mediaType === undefined) return /^\s*<(?:!doctype html|html)/i.test(text);
  return /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i.test(mediaType);
}

function otherOrigin(location: string, url: string): string | undefined {
  if (location === '' || !URL.canParse(location, url)) return undefined;
  const { origin } = new URL(location, url);
  return origin === new URL(url).origin ? undefined : origin;
}
