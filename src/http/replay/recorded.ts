import type { ResponseRecord, SentRequest } from '#api/exchange';
import type { ExchangeLine } from '#run/channel-table';
import { appendToChannel } from '#run/channels';
import { context, settings } from '#run/context';
import { failureOf } from '../failure.ts';
import type { Send } from '../send.ts';
import { replayed } from './replayed.ts';
import { scopeNow } from './scope.ts';

/** Limits the characters that a worker records of its exchanges. */
const MOST = 30_000_000;

let kept = 0;

/**
 * A sender to the service or its states whose exchanges are kept for a HAR file, where HAR asks for it. In a replay it is
 * one that answers with what was kept, and `send` is never called.
 */
export function recorded(send: Send, of: ExchangeLine['of']): Send {
  const { replay, targets } = context();
  if (replay) return replayed(replay.file, of);
  if (!settings().HAR || targets.length > 0) return send;
  return async (request) => {
    const told = { scope: scopeNow(), of, at: Date.now(), request };
    try {
      const answer = await send(request);
      keep({ ...told, answer: withoutJson(answer) });
      return answer;
    } catch (error) {
      keep({ ...told, failure: failureOf(error) });
      throw error;
    }
  };
}

/** Keeps a state whose values no URL was asked for, as if one had been. */
export function recordState(request: SentRequest, values: Readonly<Record<string, unknown>>): void {
  const { replay, targets } = context();
  if (replay || !settings().HAR || targets.length > 0) return;
  const headers = { 'content-type': 'application/json' };
  const answer = { status: 200, headers, text: JSON.stringify(values), milliseconds: 0 };
  keep({ scope: scopeNow(), of: 'states', at: Date.now(), request, answer });
}

function keep(line: ExchangeLine): void {
  kept += (line.request.body ?? '').length + (line.answer?.text ?? '').length;
  appendToChannel('exchanges', kept > MOST ? { lost: true } : line);
}

function withoutJson({ json: _, ...answer }: ResponseRecord): Omit<ResponseRecord, 'json'> {
  return answer;
}
