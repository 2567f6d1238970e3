import { describeSkipReason } from '#api/cause-texts';
import { type Endpoint, endpoints } from '#api/operations';
import { failureOf, isTransportFailure, neverAsked } from '#http/failure';
import { astray, type Lifeless, outageWords } from '#http/outage';
import { requestOf } from '#http/request';
import { busyOf, isBusy, retry } from '#http/retry';
import type { Send } from '#http/send';
import { context } from '#run/context';
import { tagOf } from '#run/settings/names';
import type { Settings } from '#run/settings/settings';
import { describeDanger } from '#safety/guard';
import { controls } from './control/controls.ts';

/** Gives the reason why an operation shows no sign of life: what every other would show too, or what is telling of all together alone. */
interface Look extends Lifeless {
  readonly isOfAll: boolean;
}

export interface Preflight {
  readonly baseUrl: string;
  readonly settings: Settings;
  readonly newSend: () => Send;
  readonly pause: (seconds: number) => void;
}

/**
 * Asks for a sign of life with a token request that any service refuses, which neither creates nor deletes; where it
 * shows none, with one of each other operation. Returns what is wrong where none shows any.
 */
export async function preflight(flight: Preflight): Promise<string | undefined> {
  const first = await look('oauth-token', flight);
  if (first === undefined) return undefined;
  if (!first.isOfAll) {
    const others = endpoints.filter((endpoint) => isHarmless(endpoint, flight));
    const looks = await Promise.all(others.map((endpoint) => look(endpoint, flight)));
    if (looks.includes(undefined)) return undefined;
  }
  return outageWords(flight.baseUrl, first);
}

/** Returns where nothing may be created or deleted, no request is sent that could, broken as it is. */
function isHarmless(endpoint: Endpoint, { baseUrl, settings }: Preflight): boolean {
  return endpoint !== 'oauth-token' && describeDanger(baseUrl, settings, context().written) === undefined;
}

async function look(endpoint: Endpoint, { baseUrl, settings, newSend, pause }: Preflight): Promise<Look | undefined> {
  const [broken] = controls[endpoint].broken(tagOf(settings, 'preflight'));
  const request = requestOf(baseUrl, endpoint, broken.request);
  try {
    const answer = await retry(newSend(), request, { expected: undefined, pause });
    if (isBusy(answer, undefined)) return { code: 'busy', words: describeSkipReason(busyOf(answer)), isOfAll: false };
    const why = astray(answer, request.url);
    return why === undefined ? undefined : { ...why, isOfAll: false };
  } catch (error) {
    const failure = failureOf(error);
    return isTransportFailure(error, 'broken', 'cut short') ? undefined : { ...failure, isOfAll: neverAsked(failure) };
  }
}
