import { type Answer, isSuccess } from '../core/exchange.ts';
import type { Lifeless } from './outage-words.ts';

/** The statuses with which a web server says that there is nothing behind a path. */
const nothingHere: ReadonlySet<number> = new Set([403, 404, 405, 410]);

/**
 * Why an answer looks as if it came from something else than the service: a 404 or an HTML page where no operation is, or
 * a redirect to another origin. A service may have pages for its errors, so that only all operations together tell.
 */
export function astray(answer: Answer, url: string): Lifeless | undefined {
  const { status, headers } = answer;
  if (isPage(answer) && (isSuccess(status) || nothingHere.has(status)))
    return { code: 'page', words: `every operation is answered ${status} with an HTML page` };
  if (status === 404) return { code: 'nothing', words: 'every operation is answered 404' };
  const other = status >= 300 && status < 400 ? otherOrigin(headers.location ?? '', url) : undefined;
  return other ? { code: 'redirect', words: `every operation is redirected to ${other}` } : undefined;
}

function isPage({ headers, text }: Answer): boolean {
  const mediaType = headers['content-type'];
  if (mediaType === undefined) return /^\s*<(?:!doctype html|html)/i.test(text);
  return /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i.test(mediaType);
}

function otherOrigin(location: string, url: string): string | undefined {
  if (location === '' || !URL.canParse(location, url)) return undefined;
  const { origin } = new URL(location, url);
  return origin === new URL(url).origin ? undefined : origin;
}
