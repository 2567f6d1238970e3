import pRetry from 'p-retry';
import type { Answer, SentRequest } from './exchange.ts';
import type { Send } from './send.ts';
import { stop } from './stop.ts';

/** What a target answers on a bad day: asked again, and where it stays, the requirement is inconclusive. */
const BUSY: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const RETRIES = 3;
const IN_A_ROW = 3;

export interface ReachOptions {
  /** A request that any living target answers somehow. */
  readonly sign: SentRequest;
  /** The status that the test expects, where that is one of a bad day: then it is no bad day. */
  readonly expected: number | undefined;
}

/** Sends a request and gets the answer; ends the test as inconclusive where the target is out of reach. */
export type Reach = (request: SentRequest, options: ReachOptions) => Promise<Answer>;

/** A sender that takes no outage for a breach and, after some failures in a row, stops asking. */
export function createReach(send: Send): Reach {
  let lost = 0;
  const giveUp = (reason: string): never => {
    lost += 1;
    return stop('inconclusive', reason);
  };
  return async (request, options) => {
    if (lost >= IN_A_ROW) stop('inconclusive', `the target was out of reach ${lost} times in a row`);
    const answer = await persist(send, request, options.expected).catch(async (error: unknown) => {
      if (isCutShort(error)) throw new Error('The body ends before the length that its headers announce.');
      if (await isAlive(send, options.sign))
        throw new Error(`No answer, while other requests are answered: ${firstLine(error)}`);
      return giveUp(`the target is out of reach: ${firstLine(error)}`);
    });
    if (isBusy(answer, options.expected)) giveUp(`the target kept answering ${answer.status}`);
    lost = 0;
    return answer;
  };
}

/** The first answer that is none of a bad day, or the last one; a time-out is not tried again. */
async function persist(send: Send, request: SentRequest, expected?: number): Promise<Answer> {
  let last: Answer | undefined;
  const attempt = async () => {
    last = await send(request);
    if (isBusy(last, expected)) throw new Error(`${last.status}`);
    return last;
  };
  const shouldRetry = ({ error }: { error: Error }) => !isTimeout(error);
  return pRetry(attempt, { retries: RETRIES, minTimeout: 200, factor: 2, shouldRetry }).catch(
    (error: unknown) => {
      if (last && isBusy(last, expected)) return last;
      throw error;
    },
  );
}

function isBusy(answer: Answer, expected: number | undefined): boolean {
  return BUSY.has(answer.status) && answer.status !== expected;
}

async function isAlive(send: Send, sign: SentRequest): Promise<boolean> {
  return send(sign).then(
    () => true,
    () => false,
  );
}

/** The answer came and broke off: the same each time, that is no outage. */
function isCutShort(error: unknown): boolean {
  return firstLine(error).endsWith('aborted');
}

function isTimeout(error: Error): boolean {
  return /timed? ?out|timeout/i.test(firstLine(error));
}

/** The first line alone: the rest of a request's error lists its headers. */
function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}
