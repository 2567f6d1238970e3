import { type Call, createCall } from './call.ts';
import { type Exchange, isSuccess } from './exchange.ts';
import type { Given } from './given.ts';
import type { Reach } from './reach.ts';
import { type Twin, twinOf, twins } from './twins.ts';

/** The exchange of an operation's valid twin: sent once a worker and remembered, so that one creation serves many checks. */
export type Canonical = (twin: Twin) => Promise<Exchange>;

interface Calls {
  readonly call: Call;
  readonly canonical: Canonical;
}

/** `call` and `canonical` for one worker; `mark` names what the canonical requests create. */
export function createCalls(baseUrl: string, reach: Reach, given: Given, mark: string): Calls {
  const call = createCall(baseUrl, reach, ({ endpoint, request }) => {
    const twin = twinOf(endpoint, request);
    return { control: () => control(twin), contrast: () => contrast(twin) };
  });
  const canonical = remember(async (twin: Twin) =>
    call(twins[twin].endpoint, await twins[twin].valid(given, mark)),
  );
  const control = async (twin: Twin) => {
    const { status } = await canonical(twin);
    if (!isSuccess(status))
      throw new Error(`The control failed: the same request made valid is answered ${status}.`);
  };
  const contrast = remember(async (twin: Twin) => {
    for (const broken of twins[twin].broken)
      if (!isSuccess((await call(twins[twin].endpoint, broken)).status)) return;
    throw new Error(
      'The contrast failed: broken requests are accepted too, so an acceptance proves nothing.',
    );
  });
  return { call, canonical };
}

/** Runs a function once for each argument; a failure is not remembered. */
function remember<A, R>(run: (argument: A) => Promise<R>): (argument: A) => Promise<R> {
  const results = new Map<A, Promise<R>>();
  return (argument) => {
    const result = results.get(argument) ?? run(argument);
    results.set(argument, result);
    result.catch(() => results.delete(argument));
    return result;
  };
}
