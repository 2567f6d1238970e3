import type { TransportCode } from '#api/cause';
import { isSuccess, type ResponseRecord } from '#api/exchange';

type LifelessCode = TransportCode | 'busy' | 'page' | 'nothing' | 'redirect';

export interface Lifeless {
  readonly code: LifelessCode;
  readonly words: string;
}

const waiting = 'Check host, port and firewall, or set REQUEST_TIMEOUT.';
const otherPort = 'Correct the port in BASE_URL; where TLS is spoken there, say https://.';

const advice: Readonly<Record<LifelessCode, string>> = {
  'no such name': 'There is no such name: correct the host in BASE_URL, or check network and VPN.',
  refused: 'Nothing listens there: start the target, or correct host and port in BASE_URL.',
  unreachable: 'Correct BASE_URL, or start the target.',
  'other name': 'The certificate is for another name: use that name in BASE_URL.',
  'expired certificate': 'TLS is verified: renew the certificate.',
  certificate: 'TLS is verified: set EXTRA_CA to the PEM file of the authority that issued the certificate.',
  'no TLS': 'No TLS is spoken there: say http:// in BASE_URL, or correct the port.',
  'no HTTP': otherPort,
  reset: otherPort,
  broken: otherPort,
  'no connection': waiting,
  'no answer': waiting,
  page: 'Correct the path in BASE_URL: the operations stand behind it.',
  nothing: 'Correct the path in BASE_URL: the operations stand behind it.',
  redirect: 'Redirects are not followed: set BASE_URL to where the service is.',
  busy: 'Run again when the target has recovered.',
};

/** Returns the one message of a run that cannot reach its target: the problem, the place and the next step. */
export function outageWords(baseUrl: string, { code, words }: Lifeless): string {
  return `the target cannot be reached at ${baseUrl}: ${words}. ${advice[code]}`;
}

/** The statuses with which a web server reports that nothing exists at a path. */
const nothingHere: ReadonlySet<number> = new Set([403, 404, 405, 410]);

/**
 * Returns the reason why a response seems to come from something else: a 404 or HTML page instead of an operation, or a
 * redirect to another origin. A service may have error pages, so only all operations together decide.
 */
export function astray(answer: ResponseRecord, url: string): Lifeless | undefined {
  const { status, headers } = answer;
  if (isPage(answer) && (isSuccess(status) || nothingHere.has(status)))
    return { code: 'page', words: `every operation is answered ${status} with an HTML page` };
  if (status === 404) return { code: 'nothing', words: 'every operation is answered 404' };
  const other = status >= 300 && status < 400 ? otherOrigin(headers.location ?? '', url) : undefined;
  return other ? { code: 'redirect', words: `every operation is redirected to ${other}` } : undefined;
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
