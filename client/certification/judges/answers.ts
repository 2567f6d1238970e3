import { getField, isSuccess } from '#api/exchange';
import type { Endpoint } from '#api/operations';
import { findUnsafeRetries } from '../../result/findings.ts';
import {
  type Exchange,
  failed,
  type Judge,
  type Judgement,
  judgeScenario,
  listRequests,
  notExercised,
  notSent,
  PASSED,
  type Played,
} from '../played.ts';

/** Counts the failures after which a client has to give up. */
const PATIENCE = 10;
const SILENT = 'the client does not survive it: the driver did not respond';

/** Checks that a documented error reaches the caller: by its status or its code. */
export function reportsError(endpoint: Endpoint): Judge {
  return judgeScenario((played, { round: { error } }) => {
    const met = listRequests(played, endpoint).find(({ record }) => record.status === error?.status);
    if (!met || !error) return notSent(played);
    const { report } = played;
    if (!report) return failed(SILENT, met);
    if (report.outcome !== 'error') return failed(`the caller gets "${report.outcome}"`, met);
    const isTold = report.status === error.status || report.error?.includes(error.code);
    return isTold ? PASSED : failed('the caller sees neither the status nor the code', met);
  });
}

/** Checks that an unusual success counts as one. */
export function acceptsSuccess(endpoint: Endpoint): Judge {
  return judgeScenario((played) => {
    const met = listRequests(played, endpoint).at(-1);
    if (!met) return notSent(played);
    if (!isSuccess(met.record.status)) return notExercised(`the request was answered ${met.record.status}`);
    const { report } = played;
    if (!report) return failed(SILENT, met);
    return report.outcome === 'done' ? PASSED : failed(`the caller gets an error: ${report.error ?? ''}`, met);
  });
}

/** Checks that fields of the response reach the caller. */
export function returnsResult(endpoint: Endpoint, names: readonly string[]): Judge {
  return judgeScenario((played) => {
    const met = listRequests(played, endpoint).at(-1);
    if (!met) return notSent(played);
    if (!isSuccess(met.record.status)) return notExercised('the request was rejected');
    const { report } = played;
    if (report?.outcome !== 'done') return failed(`the caller gets "${report?.outcome ?? 'nothing'}"`, met);
    const lost = names.find((name) => String(getField(report.result, name)) !== String(getField(met.answer, name)));
    return lost === undefined ? PASSED : failed(`the caller does not get /${lost} as it was answered`, met);
  });
}

/** Checks that a creation with a response that leaves its success open is not sent again. */
export function createsOnce(endpoint: Endpoint): Judge {
  return (played) => {
    const own = listRequests(played, endpoint).filter(({ record }) => played.scenario || record.step);
    const twice = findRetry(own, 'creation-twice');
    return twice === undefined ? requireReport(played, own) : failed(`the creation ${twice}`, own[1]);
  };
}

/** Checks that a client waits after a 429, or reports it. */
export const waitsOut: Judge = (played) => {
  const own = played.exchanges.filter(({ record }) => record.step !== null || !played.scenario);
  const soon = findRetry(own, 'retry-after');
  if (soon !== undefined) return failed(`the request ${soon}`, own[1]);
  const limited = own.filter(({ record }) => record.step?.status === 429 || record.status === 429);
  return requireReport(played, limited);
};

/** Checks that a response that breaks off is reported or requested again: after a reset "done" is wrong. */
export const survivesBreak: Judge = judgeScenario((played, { operation }) => {
  const own = listRequests(played, operation);
  const wasLost = own[0]?.record.step?.delivery === 'reset' && own.length === 1;
  if (wasLost && played.report?.outcome === 'done') return failed('the caller gets "done" without a response', own[0]);
  return requireReport(played, own);
});

/** Checks that a client gives up a service that fails all the time. */
export const stopsTrying: Judge = judgeScenario((played, { operation }) => {
  const own = listRequests(played, operation);
  if (own.length > PATIENCE) return failed(`the request is sent ${own.length} times`, own[0]);
  if (own.length > 0 && played.report?.outcome === 'done')
    return failed('the caller gets "done", and every response was 500', own[0]);
  return requireReport(played, own);
});

function requireReport(played: Played, [met]: readonly Exchange[]): Judgement {
  if (!met) return notSent(played);
  return played.report || !played.scenario ? PASSED : failed(SILENT, met);
}

function findRetry(exchanges: readonly Exchange[], rule: string): string | undefined {
  const records = exchanges.map(({ record }) => record);
  return findUnsafeRetries(records, false).find(({ judged }) => judged.rule === rule)?.judged.text;
}
