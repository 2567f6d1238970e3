import { hindranceWords } from '../core/cause-words.ts';
import { shownUrl } from '../core/shown-url.ts';
import { stop } from '../run/stop.ts';
import { createLifeline, type Lifeline } from './circuit-breaker.ts';
import { firstLine } from './failure.ts';
import { busyOf, isBusy, persist } from './retry.ts';
import type { Send } from './send.ts';
import type { Pace } from './throttle.ts';

/** How provider states are asked for: a setup is tried again like any request, a teardown once and without consequence. */
export interface StatesLine {
  readonly setup: Send;
  readonly teardown: Send;
}

/** The line to where states are asked for; while the target itself is out of reach, no state is asked for. */
export function createStatesLine(
  url: string,
  send: Send,
  target: Lifeline,
  pause: Pace['pause'],
): StatesLine {
  let reason = '';
  const lifeline = createLifeline(url, async () => reason, false);
  const giveUp = async (why: string): Promise<never> => {
    const lost = { kind: 'states out of reach', url: shownUrl(url), why } as const;
    reason = hindranceWords(lost);
    await lifeline.lost('states');
    return stop('inconclusive', lost);
  };
  const setup: Send = async (request) => {
    await target.check();
    await lifeline.check();
    const persistence = { expected: undefined, pause };
    const answer = await persist(send, request, persistence).catch((error) => giveUp(firstLine(error)));
    if (isBusy(answer, undefined)) return giveUp(hindranceWords(busyOf(answer)));
    lifeline.answered('states');
    return answer;
  };
  return { setup, teardown: send };
}
