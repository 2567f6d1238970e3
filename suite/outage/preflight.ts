import { danger } from '../guard/guard.ts';
import { markOf } from '../mark.ts';
import { type Endpoint, endpoints } from '../operations.ts';
import { busyWords, isBusy, persist } from '../persist.ts';
import { requestOf } from '../request.ts';
import type { Send } from '../send.ts';
import type { Settings } from '../settings.ts';
import { firstLine, isLack } from '../transport/lack.ts';
import { twins } from '../twins.ts';
import { astray } from './astray.ts';
import { isOfAll, outageWords } from './words.ts';

/** Why an operation shows no sign of life: what every other would show too, or what is telling of all together alone. */
interface Look {
  readonly why: string;
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
  return outageWords(flight.baseUrl, first.why);
}

/** Where nothing may be created or deleted, no request is sent that could, broken as it is. */
function isHarmless(endpoint: Endpoint, { baseUrl, settings }: Preflight): boolean {
  return endpoint !== 'oauth-token' && danger(baseUrl, settings, process.env) === undefined;
}

async function look(
  endpoint: Endpoint,
  { baseUrl, settings, newSend, pause }: Preflight,
): Promise<Look | undefined> {
  const [broken] = twins[endpoint].broken(markOf(settings, 'preflight'));
  const request = requestOf(baseUrl, endpoint, broken.request);
  try {
    const answer = await persist(newSend(), request, { expected: undefined, pause });
    if (isBusy(answer, undefined)) return { why: busyWords(answer), isOfAll: false };
    const why = astray(answer, request.url);
    return why === undefined ? undefined : { why, isOfAll: false };
  } catch (error) {
    const why = firstLine(error);
    return isLack(error, 'broken', 'cut short') ? undefined : { why, isOfAll: isOfAll(why) };
  }
}
