import type { ResponseRecord, Send, SentRequest } from '#api/exchange';
import { claimOnce } from '#run/channels';
import { isTransportFailure, transportFailure } from './failure.ts';

const unreadable: ReadonlySet<number> = new Set([400, 404, 405, 501, 505]);

/** Maximum rejections that a fresh connection confirms; after these, it is how the target writes its errors. */
const MOST = 5;

/** Creates the confirmation of one worker. The first difference of the run is a failure, the others are corrected. */
export function createConfirmation(fresh: Send) {
  let isUnread = false;
  let confirmed = 0;
  /** Returns the response on a fresh connection if it differs; undefined if the first one stands. */
  const confirm = async (request: SentRequest, first: ResponseRecord | Error) => {
    if (confirmed >= MOST || !isUnexpected(first)) return undefined;
    const again = await fresh(request).catch(() => undefined);
    confirmed += 1;
    if (again === undefined || ('status' in first && again.status === first.status)) return undefined;
    isUnread = true;
    const words = 'the response differs on a fresh connection: the body of the previous request was not read';
    if (claimOnce('unread-body')) throw transportFailure('broken', words);
    return again;
  };
  /** Returns true once a body was left unread: from then on each request has a connection of its own. */
  const isNeeded = () => isUnread;
  return { isNeeded, confirm };
}

function isUnexpected(first: ResponseRecord | Error): boolean {
  if (!('status' in first)) return isTransportFailure(first, 'no HTTP', 'broken', 'cut short');
  return unreadable.has(first.status) && first.text !== '' && first.json === undefined;
}
