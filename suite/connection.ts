import { request } from '@playwright/test';
import { journaled } from './left-behind/journal.ts';
import { createLifeline } from './outage/lifeline.ts';
import { preflight } from './outage/preflight.ts';
import { type Pace, paced } from './pace.ts';
import { createReach, type Reach } from './reach.ts';
import { createSend } from './send.ts';
import type { Settings } from './settings.ts';
import { createStatesLine, type StatesLine } from './states-line.ts';
import type { Target } from './targets.ts';

/** What one worker has to one target: requests of its operations and for its states, all at one pace. */
export interface Connection {
  readonly reach: Reach;
  readonly states: StatesLine;
}

/** How long a state may take at least: bringing one about can be more than one request. */
const LEAST_FOR_A_STATE = 10;

/** Connects to a target. One that the suite starts itself is there: no sign of life is asked for first. */
export function connect(target: Target, settings: Settings, pace: Pace): Connection {
  const { BASE_URL: baseUrl, PROVIDER_STATES_URL: statesUrl } = target;
  const newSend = (seconds = settings.REQUEST_TIMEOUT) =>
    paced(journaled(createSend(() => request.newContext(), seconds)), pace);
  const { pause } = pace;
  const isOwn = settings.TARGET === 'embedded' || 'name' in target;
  const lifeline = createLifeline(baseUrl, () => preflight({ baseUrl, settings, newSend, pause }), !isOwn);
  const toStates = newSend(Math.max(LEAST_FOR_A_STATE, settings.REQUEST_TIMEOUT));
  return {
    reach: createReach(newSend(), lifeline, pause),
    states: createStatesLine(statesUrl, toStates, lifeline, pause),
  };
}
