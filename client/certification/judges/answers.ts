import { getField, isSuccess } from '#api/exchange';
import type { Endpoint } from '#api/operations';
import { aftermath } from '../../result/aftermath.ts';
import type { Exchange, Played } from '../played.ts';
import { broken, inScenario, type Judge, type Judgement, open, passed, requestsOf, unsent } from './judgement.ts';

/** A client that goes on after so many failures does not give up. */
const PATIENCE = 10;

/** A documented error is told to the caller: by its status or its code. */
export function errorTold(endpoint: Endpoint): Judge {
  return inScenario((played, { round }) => {
    const { error } = round;
    const met = requestsOf(played, endpoint).find(({ record }) => record.status === error?.status);
    if (!met || !error) return unsent(played);
    const { said } = played;
    if (!said) return broken('the client does not survive it: the driver did not answer', met);
    if (said.outcome !== 'error') return broken(`the caller is told "${said.outcome}"`, met);
    const isTold = said.status === error.status || said.error?.includes(error.code);
    return isTold ? passed : broken('the caller is told neither the status nor the code', met);
  });
}

/** An unusual success is taken for one. */
export function successTaken(endpoint: Endpoint): Judge {
  return inScenario((played) => {
    const met = requestsOf(played, endpoint).at(-1);
    if (!met) return unsent(played);
    if (!isSuccess(met.record.status)) return open(`the request was answered ${met.record.status}`);
    const { said } = played;
    if (!said) return broken('the client does not survive it: the driver did not answer', met);
    return said.outcome === 'done' ? passed : broken(`the caller is told an error: ${said.error ?? ''}`, met);
  });
}

/** Returns what was answered reaches the caller. */
export function resultReaches(endpoint: Endpoint, names: readonly string[]): Judge {
  return inScenario((played) => {
    const met = requestsOf(played, endpoint).at(-1);
    if (!met || !isSuccess(met.record.status)) return met ? open('the request was refused') : unsent(played);
    const { said } = played;
    if (said?.outcome !== 'done') return broken(`the caller is told "${said?.outcome ?? 'nothing'}"`, met);
    const lost = names.find((name) => String(getField(said.result, name)) !== String(getField(met.answer, name)));
    return lost === undefined ? passed : broken(`the caller does not get /${lost} as it was answered`, met);
  });
}

/** A creation whose answer leaves in doubt whether it was done is not sent again. */
export function creationOnce(endpoint: Endpoint): Judge {
  return (played) => {
    const own = requestsOf(played, endpoint).filter(({ record }) => played.scenario || record.step);
    const twice = aftermathOf(own, 'creation-twice');
    if (twice !== undefined) return broken(`the creation ${twice}`, own[1]);
    return toldOrDone(played, own);
  };
}

/** A 429 is waited out, or told. */
export const waitedOut: Judge = (played) => {
  const own = played.exchanges.filter(({ record }) => record.step !== null || !played.scenario);
  const soon = aftermathOf(own, 'retry-after');
  if (soon !== undefined) return broken(`the request ${soon}`, own[1]);
  return toldOrDone(
    played,
    own.filter(({ record }) => record.step?.status === 429 || record.status === 429),
  );
};

/** An answer that breaks off is told, or asked for again: a caller that is told "done" of a reset was told wrong. */
export const breaksOff: Judge = inScenario((played, { operation }) => {
  const own = requestsOf(played, operation);
  const [met] = own;
  const wasLost = met?.record.step?.delivery === 'reset' && own.length === 1;
  if (wasLost && played.said?.outcome === 'done') return broken('the caller is told "done", and no answer came', met);
  return toldOrDone(played, own);
});

/** A service that fails all the time is given up. */
export const givesUp: Judge = inScenario((played, { operation }) => {
  const own = requestsOf(played, operation);
  if (own.length > PATIENCE) return broken(`the request is sent ${own.length} times`, own[0]);
  if (own.length > 0 && played.said?.outcome === 'done')
    return broken('the caller is told "done", and every answer was 500', own[0]);
  return toldOrDone(played, own);
});

function toldOrDone(played: Played, own: readonly Exchange[]): Judgement {
  const [met] = own;
  if (!met) return unsent(played);
  return played.said || !played.scenario
    ? passed
    : broken('the client does not survive it: the driver did not answer', met);
}

function aftermathOf(exchanges: readonly Exchange[], rule: string): string | undefined {
  const singles = aftermath(
    exchanges.map(({ record }) => record),
    false,
  );
  return singles.find(({ judged }) => judged.rule === rule)?.judged.text;
}
