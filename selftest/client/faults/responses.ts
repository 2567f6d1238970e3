import { setTimeout as after } from 'node:timers/promises';
import { type Endpoint, endpoints } from '#api/operations';
import type { DriverReport } from '#client/certification/played';
import { conformant, type Habits } from '../reference-client.ts';
import { type Outgoing, readingOnce, readingParts } from '../wire.ts';
import repeats from './again.json' with { type: 'json' };
import received from './received.json' with { type: 'json' };
import results from './results.json' with { type: 'json' };
import { type ClientFault, cannotRead, guarded, listEach, listFaults, tells } from './row.ts';

const { cancel, order, agreement, preference } = guarded;
const [user, token] = [guarded['test-user'], 'CTK'] as const;
const withErrors = { token, 'test-user': user, cancel, agreement, order } as const;
const creating = { preference, 'test-user': user, agreement } as const;
type Repeats = Readonly<{ of: string; most: number; after: readonly number[] }>;
const telling = { token, 'test-user': user, cancel, agreement } as const;

/** Changes the text of a field that the caller gets, or of the error. */
const returned = (field: string, pattern: string, other: string) =>
  tells((report) => {
    const change = (name: string, value: unknown) =>
      name === field ? String(value).replace(new RegExp(pattern), other) : value;
    return JSON.parse(JSON.stringify(report, change));
  });

/** Sends a request again after some statuses, or after none, which is 0. */
function again(of: string, isFailure: (status: number) => boolean, most: number): Partial<Habits> {
  return {
    again: (response, tries, operation) =>
      operation === of && isFailure(response?.status ?? 0) && tries < most
        ? 1
        : conformant.again(response, tries, operation),
  };
}

/** Returns faults of a client that takes failures of one operation for successes. */
function failuresOf(of: Endpoint): ClientFault[] {
  const tell = (isWrong: (report: DriverReport) => boolean, other: DriverReport) =>
    tells((report) => (report.outcome === 'error' && isWrong(report) ? other : report))(of);
  return listFaults({
    [`CLI-20 ${of}-lost: Where no whole response came, the caller gets done.`]: tell(({ status }) => !status, done),
    [`CLI-21 ${of}-never-gives-up: What fails is sent twenty times.`]: again(of, (status) => status >= 500, 20),
    [`CLI-22 ${of}-page: An error that is not JSON throws what tells nothing.`]: tell(
      ({ status, error = '' }) => status !== undefined && !error.includes('{'),
      { outcome: 'error', error: 'SyntaxError: no JSON' },
    ),
    [`CLI-23 ${of}-below-400: What is below 400 is a success.`]: tell(({ status = 400 }) => status < 400, done),
    [`CLI-23 ${of}-gone: What is not found is done.`]: tell(({ status }) => status === 404, done),
    [`CLI-23 ${of}-busy: What is busy is done.`]: tell(({ status }) => status === 503, done),
  });
}

const done: DriverReport = { outcome: 'done', result: {} };

const nothing = { retryAfter: undefined, text: '{}', head: '' };

/** Sends a request again after a 500, with a change. */
export function sendsAgain(change: (outgoing: Outgoing) => Partial<Outgoing>): Habits['send'] {
  return async (base, outgoing) => {
    const response = await conformant.send(base, outgoing);
    return response.status === 500 ? conformant.send(base, { ...outgoing, ...change(outgoing) }) : response;
  };
}

/** Faults of clients that read responses incorrectly. */
export const responseFaults: readonly ClientFault[] = [
  ...listEach(withErrors, {
    '20 error-swallowed: An error is reported as done.': tells((report) => ({ ...report, outcome: 'done' })),
    '20 status-of-its-own: The caller gets another status.': tells((report) => ({ ...report, status: 418 })),
  }),
  ...listEach(creating, {
    '23 again-changed: A creation is sent again after a 500, with its number.': {
      send: sendsAgain(({ body }) => ({ body: String(body).replace('{', '{"attempt":2,') })),
    },
  }),
  ...listEach(
    { ...telling, preference },
    { '28 read-once: The first part that arrives is taken for the whole response.': { send: readingOnce } },
  ),
  ...listEach(telling, {
    '26 result-lost: The caller gets nothing of the response.': tells(({ outcome }) => ({ outcome, result: {} })),
  }),
  ...Object.entries(received).flatMap(([key, pattern]) => listFaults({ [key]: cannotRead(pattern) })),
  ...endpoints.flatMap(failuresOf),
  ...Object.entries<Repeats>(repeats).flatMap(([key, { of, most, after }]) =>
    listFaults({ [key]: again(of, (status) => after.includes(status), most) }),
  ),
  ...Object.entries(results).flatMap(([key, [field = '', pattern = '', other = '']]) =>
    listFaults({ [key]: returned(field, pattern, other) }),
  ),
  ...listFaults({
    'CLI-20 preference-not-awaited: After a second without a response the caller gets done.': {
      send: (...sent) => Promise.race([conformant.send(...sent), after(1_000, { ...nothing, status: 200 })]),
    },
    'CUS-27 test-user-read-in-parts: Each part that arrives is decoded alone.': { send: readingParts },
    'CTK-23 retry-after-date-ignored: A Retry-After that is a date is taken for no wait.': {
      again: (response, tries) =>
        response?.status === 429 && tries < 3 ? (/\nretry-after: \D/i.test(response.head) ? 0 : 1000) : undefined,
    },
    'CTK-23 published-sdk-php-9520163: A request is sent again at once after a 429. (mercadopago/sdk-php/commit/9520163)':
      { again: (answer, tries) => (answer?.status === 429 && tries < 3 ? 0 : undefined) },
    'CTK-23 retry-after-in-milliseconds: The seconds of a Retry-After are taken for milliseconds.': {
      again: (answer, tries) => (answer?.status === 429 && tries < 3 ? (answer.retryAfter ?? 0) : undefined),
    },
  }),
];
