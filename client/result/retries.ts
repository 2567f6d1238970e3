import type { Endpoint } from '#api/operations';
import { type Judged, toLevel } from '../contract/judge.ts';
import type { RecordedRequest } from '../record/record.ts';
import { isDoubtful } from '../replies/sequences.ts';

/** Describes a finding of one request. */
export interface SingleFinding {
  readonly judged: Judged;
  readonly endpoint: Endpoint | null;
  readonly example: string;
  readonly numbers: readonly number[];
}

/** Describes what is wrong with a request that was sent again after a reply. */
interface Aftermath {
  readonly rule: string;
  readonly section: string;
  readonly about: string;
  readonly find: (answered: RecordedRequest, again: RecordedRequest) => string | undefined;
}

/** Counts the failures in a row after which a client has to give up. */
const patience = 10;

/** Holds rules about retries. The reference says nothing about them: each weighs as what it does not list. */
const aftermaths: readonly Aftermath[] = [
  {
    rule: 'creation-twice',
    section: '4',
    about: 'A creation whose reply leaves in doubt whether it was done is not sent again.',
    find: ({ method, step }, again) => {
      const doubtful = method === 'POST' && step !== null && isDoubtful(step);
      return doubtful ? `is sent again after ${step.text}${underOneKey(again)}` : undefined;
    },
  },
  {
    rule: 'retry-after',
    section: 'RFC 9110, 10.2.3',
    about: 'A request waits as long as Retry-After says.',
    find: ({ step, answeredAt }, { at }) => {
      const waited = (Date.parse(at) - Date.parse(answeredAt)) / 1000;
      const wanted = step?.retryAfter ?? 0;
      return waited < wanted ? `is sent again sooner than the Retry-After of ${wanted} s` : undefined;
    },
  },
];

/** Returns what was sent again after a reply of a sequence, and should not have been, or not so soon. */
export function findUnsafeRetries(requests: readonly RecordedRequest[], strict: boolean): SingleFinding[] {
  const tries = triesOf(requests);
  const pairs = tries.flatMap((sent) => sent.slice(1).map((again, index) => ({ answered: sent[index], again })));
  const twice = pairs.flatMap(({ answered, again }) =>
    aftermaths.flatMap(({ rule, section, find }) => {
      const text = answered && find(answered, again);
      return answered && text ? [single(rule, section, text, [answered, again], strict)] : [];
    }),
  );
  return [...twice, ...tries.flatMap((sent) => endless(sent, strict))];
}

/** Returns requests that ask for the same thing one after the other, the first of which met a step of a sequence. */
function triesOf(requests: readonly RecordedRequest[]): RecordedRequest[][] {
  const open = new Map<string, RecordedRequest[]>();
  const all: RecordedRequest[][] = [];
  for (const request of requests) {
    const key = `${request.round} ${request.intention}`;
    const before = open.get(key);
    if (before) before.push(request);
    else if (request.step) open.set(key, all[all.push([request]) - 1] ?? []);
    if (!request.step || isDone(request)) open.delete(key);
  }
  return all;
}

/** Returns true if an answer leaves nothing to be tried again. */
function isDone({ step, status }: RecordedRequest): boolean {
  return status < 300 && (step === null || step.delivery === 'whole') && step?.slowSeconds === undefined;
}

function endless(sent: readonly RecordedRequest[], strict: boolean): SingleFinding[] {
  const [first] = sent;
  if (!first || sent.length <= patience || sent.some(isDone)) return [];
  return [single('gives-up', 'RFC 9110, 9.2.2', `is sent more than ${patience} times`, sent, strict)];
}

function single(
  rule: string,
  section: string,
  text: string,
  requests: readonly RecordedRequest[],
  strict: boolean,
): SingleFinding {
  const [first] = requests;
  const endpoint = first?.endpoint ?? null;
  const numbers = requests.map(({ number }) => number);
  return {
    judged: {
      id: [endpoint, rule, text].join(' · '),
      rule,
      section,
      level: toLevel('unlisted', strict),
      place: 'request',
      text,
    },
    endpoint,
    example: `requests ${numbers.join(' and ')}`,
    numbers,
  };
}

function underOneKey({ headers }: RecordedRequest): string {
  const named = headers.some(([name]) => name.toLowerCase() === 'x-idempotency-key');
  return named ? ', with an X-Idempotency-Key, which the reference does not list' : '';
}
