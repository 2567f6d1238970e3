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
import { outageWords } from './words.ts';

/** Asked in turn until one shows that the target is there; what creates or deletes not before a token request. */
const first: readonly Endpoint[] = ['oauth-token', 'instore-orders'];

/** Why an operation shows no sign of life; `lost` in the middle of nowhere, or `astray`. */
interface Look {
  readonly why: string;
  readonly isAstray: boolean;
}

export interface Preflight {
  readonly baseUrl: string;
  readonly settings: Settings;
  readonly newSend: () => Send;
  readonly pause: (seconds: number) => void;
}

/** Asks for a sign of life with requests that do no harm; returns what is wrong where there is none. */
export async function preflight(flight: Preflight): Promise<string | undefined> {
  const harmless = endpoints.filter((endpoint) => isHarmless(endpoint, flight));
  const looks: Look[] = [];
  for (const endpoint of harmless.filter((one) => first.includes(one))) {
    const seen = await look(endpoint, flight);
    if (seen === undefined) return undefined;
    looks.push(seen);
  }
  if (looks.some(({ isAstray }) => isAstray)) {
    const others = await lookAt(
      harmless.filter((endpoint) => !first.includes(endpoint)),
      flight,
    );
    if (others.some((look) => look === undefined)) return undefined;
  }
  return outageWords(flight.baseUrl, looks[0]?.why ?? '');
}

/** Where nothing may be created or deleted, no request is sent that could, broken as it is. */
function isHarmless(endpoint: Endpoint, { baseUrl, settings }: Preflight): boolean {
  return endpoint === 'oauth-token' || danger(baseUrl, settings, process.env) === undefined;
}

function lookAt(some: readonly Endpoint[], flight: Preflight): Promise<(Look | undefined)[]> {
  return Promise.all(some.map((endpoint) => look(endpoint, flight)));
}

async function look(
  endpoint: Endpoint,
  { baseUrl, settings, newSend, pause }: Preflight,
): Promise<Look | undefined> {
  const [broken] = twins[endpoint].broken(markOf(settings, 'preflight'));
  const request = requestOf(baseUrl, endpoint, broken.request);
  try {
    const answer = await persist(newSend(), request, { expected: undefined, pause });
    if (isBusy(answer, undefined)) return { why: busyWords(answer), isAstray: false };
    const why = astray(answer, request.url);
    return why === undefined ? undefined : { why, isAstray: true };
  } catch (error) {
    return isLack(error, 'broken', 'cut short') ? undefined : { why: firstLine(error), isAstray: false };
  }
}
