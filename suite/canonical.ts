import { attachExchange } from './attach.ts';
import { type Call, createCall } from './call.ts';
import { type Capability, switchedOff } from './capabilities.ts';
import { controlOf, rememberControl } from './controls.ts';
import { type Exchange, isSuccess } from './exchange.ts';
import type { Given } from './given.ts';
import type { Reach } from './reach.ts';
import { keepSecretsAnswered, keepSecretsSent } from './secrets/seen.ts';
import { tellState } from './states-told.ts';
import { leaveUnproven } from './stop.ts';
import { type Twin, twinOf, twins } from './twins.ts';

/**
 * The exchange of an operation's valid twin, so that one creation serves many checks: sent once a worker and remembered;
 * where it creates what nothing deletes, once a run.
 */
export type Canonical = (twin: Twin) => Promise<Exchange>;

/** What one worker sends to one target. */
export interface Calls {
  readonly call: Call;
  readonly canonical: Canonical;
}

/** Where one worker sends its requests, and what it is told of the target. */
export interface Setting {
  readonly baseUrl: string;
  readonly reach: Reach;
  readonly given: Given;
  /** Names what the canonical requests create. */
  readonly mark: string;
  readonly without: readonly Capability[];
}

/** `call` and `canonical` for one worker. */
export function createCalls({ baseUrl, reach, given, mark, without }: Setting): Calls {
  const checks = ({ endpoint, request }: Pick<Exchange, 'endpoint' | 'request'>) => {
    const twin = twinOf(endpoint, request);
    return { control: () => control(twin), contrast: () => contrast(twin).then(noteUnproven) };
  };
  const call = createCall(baseUrl, reach, checks, mark);
  const canonical = rememberSuccess(async (twin: Twin) => {
    const { endpoint, valid } = twins[twin];
    const known = controlOf(endpoint, baseUrl);
    if (known) return { ...kept(known), ...checks(known) };
    const exchange = await call(endpoint, { ...(await valid(given, mark)), purpose: 'control' });
    rememberControl(baseUrl, exchange);
    return exchange;
  });
  const control = async (twin: Twin) => {
    for (const state of twins[twin].states) tellState(state);
    const { status } = await canonical(twin);
    if (!isSuccess(status))
      throw new Error(`The control failed: the same request made valid is answered ${status}.`);
  };
  const contrast = rememberSuccess(async (twin: Twin) => {
    const { endpoint, broken } = twins[twin];
    for (const { request } of broken(mark))
      if (!isSuccess((await call(endpoint, { ...request, purpose: 'refusal' })).status)) return undefined;
    return withoutContrast(twin, without);
  });
  return {
    call,
    canonical: async (twin) => {
      for (const state of twins[twin].states) tellState(state);
      return attachExchange(await canonical(twin));
    },
  };
}

/** Where all broken twins are accepted: why they may be; throws where the target has to refuse one of them. */
function withoutContrast(twin: Twin, without: readonly Capability[]): string {
  const fact = 'broken requests are accepted too, so an acceptance proves nothing';
  const wanted = twins[twin].broken('').flatMap(({ refusedBy }) => refusedBy);
  if (wanted.some((each) => !switchedOff([each], without))) throw new Error(`The contrast failed: ${fact}.`);
  return `${switchedOff(wanted, without)}: ${fact}`;
}

/** An acceptance without a contrast is no pass, whichever test of the worker asks. */
function noteUnproven(reason: string | undefined): void {
  if (reason !== undefined) leaveUnproven(reason);
}

/** An exchange of another worker, whose secrets this one has not met. */
function kept<E extends Pick<Exchange, 'request' | 'text' | 'json' | 'headers' | 'status' | 'milliseconds'>>(
  exchange: E,
): E {
  keepSecretsSent(exchange.request);
  keepSecretsAnswered(exchange);
  return exchange;
}

/** Runs a function once for each argument. */
export function remember<A, R>(run: (argument: A) => R): (argument: A) => R {
  const results = new Map<A, R>();
  return (argument) => {
    const result = results.has(argument) ? results.get(argument) : undefined;
    if (result !== undefined) return result;
    const made = run(argument);
    results.set(argument, made);
    return made;
  };
}

/** Runs a function once for each argument, and again where it failed. */
function rememberSuccess<A, R>(run: (argument: A) => Promise<R>): (argument: A) => Promise<R> {
  const results = new Map<A, Promise<R>>();
  return (argument) => {
    const result = results.get(argument) ?? run(argument);
    results.set(argument, result);
    result.catch(() => results.delete(argument));
    return result;
  };
}
