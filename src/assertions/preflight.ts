import type { TransportCode } from '#api/cause';
import { isSuccess, type ResponseRecord, type Send } from '#api/exchange';
import { describeSkipReason, isMessageId, message } from '#api/messages';
import { type Endpoint, endpoints } from '#api/operations';
import { getFailure, isTransportFailure, wasNeverSent } from '#http/failure';
import { findProxy } from '#http/gateway';
import { getBusyReason, isBusy, retry } from '#http/reach';
import { buildRequest } from '#http/request';
import { getTag, type RunContext } from '#run/run-context';
import { describeDanger } from '#safety/guard';
import { controls } from './control/controls.ts';

interface Preflight extends Pick<RunContext, 'settings' | 'written'> {
  readonly newSend: () => Send;
}

/** Returns the reason why a target shows no sign of life, from token requests and requests that any service rejects. */
export async function preflight(run: Preflight): Promise<string | undefined> {
  const first = await checkOperation('oauth-token', run);
  if (first === undefined) return undefined;
  if (!first.isOfAll) {
    const { settings, written } = run;
    // Where creation and deletion are not allowed, not even an invalid request is sent.
    const isAllowed = describeDanger(settings.BASE_URL, settings, written) === undefined;
    const others = endpoints.filter((endpoint) => endpoint !== 'oauth-token' && isAllowed);
    const reasons = await Promise.all(others.map((endpoint) => checkOperation(endpoint, run)));
    if (reasons.includes(undefined)) return undefined;
  }
  const { BASE_URL } = run.settings;
  const proxy = findProxy(BASE_URL, run.settings);
  return describeOutage(proxy ? `${BASE_URL} (HTTPS_PROXY ${proxy.server})` : BASE_URL, first);
}

/** Returns the reason why an operation shows no sign of life; `isOfAll` if it holds for every operation. */
async function checkOperation(
  endpoint: Endpoint,
  { settings, newSend }: Preflight,
): Promise<(Outage & { readonly isOfAll: boolean }) | undefined> {
  const [broken] = controls[endpoint].broken(getTag(settings, 'preflight'));
  const request = buildRequest(settings, endpoint, broken.request);
  try {
    const response = await retry(newSend(), request);
    if (isBusy(response)) return { code: 'busy', words: describeSkipReason(getBusyReason(response)), isOfAll: false };
    const why = findWrongService(response, request.url);
    return why === undefined ? undefined : { ...why, isOfAll: false };
  } catch (error) {
    const failure = getFailure(error);
    return isTransportFailure(error, 'broken', 'cut short')
      ? undefined
      : { ...failure, isOfAll: wasNeverSent(failure) };
  }
}

type OutageCode = TransportCode | 'busy' | 'page' | 'nothing' | 'redirect';

interface Outage {
  readonly code: OutageCode;
  readonly words: string;
}

const sameAdvice: Readonly<Partial<Record<OutageCode, OutageCode>>> = {
  reset: 'no HTTP',
  broken: 'no HTTP',
  'no connection': 'no answer',
  page: 'nothing',
};

/** Returns the one message of a run that cannot reach its target: the problem, the place and the next step. */
export function describeOutage(url: string, { code, words: why }: Outage): string {
  const advice = `outage.advice.${sameAdvice[code] ?? code}`;
  return message('outage.no-target', { url, why, advice: isMessageId(advice) ? message(advice) : '' });
}

/** The statuses with which a web server reports that nothing exists at a path. */
const nothingHere: ReadonlySet<number> = new Set([403, 404, 405, 410]);

/** Returns why a response seems to be of another service. Any service has error pages, so all operations decide together. */
function findWrongService(response: ResponseRecord, url: string): Outage | undefined {
  const { status, headers } = response;
  if (isPage(response) && (isSuccess(status) || nothingHere.has(status)))
    return { code: 'page', words: `every operation returns ${status} with an HTML page` };
  if (status === 404) return { code: 'nothing', words: 'every operation returns 404' };
  const other = status >= 300 && status < 400 ? findOtherOrigin(headers.location ?? '', url) : undefined;
  return other ? { code: 'redirect', words: `every operation redirects to ${other}` } : undefined;
}

function isPage({ headers, text }: ResponseRecord): boolean {
  const mediaType = headers['content-type'];
  if (mediaType === undefined) return /^\s*<(?:!doctype html|html)/i.test(text);
  return /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i.test(mediaType);
}

function findOtherOrigin(location: string, url: string): string | undefined {
  if (location === '' || !URL.canParse(location, url)) return undefined;
  const { origin } = new URL(location, url);
  return origin === new URL(url).origin ? undefined : origin;
}
