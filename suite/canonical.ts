import { attachExchange } from './attach.ts';
import { type Call, createCall } from './call.ts';
import { type Exchange, isSuccess } from './exchange.ts';
import type { Given } from './given.ts';
import type { Reach } from './reach.ts';
import { type Twin, twinOf, twins } from './twins.ts';

/** The exchange of an operation's valid twin: sent once a worker and remembered, so that one creation serves many checks. */
export type Canonical = (twin: Twin) => Promise<Exchange>;

/** What one worker sends to one target. */
export interface Calls {
  readonly call: Call;
  readonly canonical: Canonical;
}

/** `call` and `canonical` for one worker; `mark` names what the canonical requests create. */
export function createCalls(baseUrl: string, reach: Reach, given: Given, mark: string): Calls {
  const call = createCall(baseUrl, reach, ({ endpoint, request }) => {
    const twin = twinOf(endpoint, request);
    return { control: () => control(twin), contrast: () => contrast(twin) };
  });
  const canonical = rememberSuccess(async (twin: Twin) =>
    call(twins[twin].endpoint, await twins[twin].valid(given, mark)),
  );
  const control = async (twin: Twin) => {
    const { status } = await canonical(twin);
    if (!isSuccess(status))
      throw new Error(`The control failed: the same request made valid is answered ${status}.`);
  };
  const contrast = rememberSuccess(async (twin: Twin) => {
    for (const broken of twins[twin].broken)
      if (!isSuccess((await call(twins[twin].endpoint, broken)).status)) return;
    throw new Error(
      'The contrast failed: broken requests are accepted too, so an acceptance proves nothing.',
    );
  });
  return { call, canonical: async (twin) => attachExchange(await canonical(twin)) };
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
