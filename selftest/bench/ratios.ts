import type { Round } from './round.ts';

interface Ratio {
  readonly what: string;
  readonly of: (round: Round) => number;
  readonly digits?: number;
}

/** What the bench prints, a row each: ratios within one round, and a few plain figures for their scale. */
export const ratios: readonly Ratio[] = [
  { what: 'the whole embedded run, seconds', of: ({ whole }) => whole.seconds, digits: 1 },
  { what: 'Playwright’s floor, seconds', of: ({ floor }) => floor.seconds, digits: 1 },
  { what: '1. whole run / floor', of: ({ whole, floor }) => whole.seconds / floor.seconds },
  {
    what: '1. the floor in six projects / floor',
    of: ({ floorInProjects, floor }) => floorInProjects.seconds / floor.seconds,
  },
  {
    what: '1. whole run / the floor in six projects',
    of: ({ whole, floorInProjects }) => whole.seconds / floorInProjects.seconds,
  },
  {
    what: '2. whole run / plain loop of its requests',
    of: ({ whole, replay }) => whole.seconds / replay.seconds,
  },
  { what: '3. start-up to first request, seconds', of: ({ toFirst }) => toFirst, digits: 1 },
  {
    what: '3. start-up to first request / a Playwright run of one test',
    of: ({ toFirst, floorOfOne }) => toFirst / floorOfOne.seconds,
  },
  {
    what: '4. DEPTH standard / smoke, preferences',
    of: ({ standard, smoke }) => standard.seconds / smoke.seconds,
  },
  { what: '4. DEPTH full / smoke, preferences', of: ({ full, smoke }) => full.seconds / smoke.seconds },
  { what: '4. cases × 4 / × 1, test users', of: ({ fourTimes, once }) => fourTimes.seconds / once.seconds },
  {
    what: '4. cases × 16 / × 4, test users',
    of: ({ sixteenTimes, fourTimes }) => sixteenTimes.seconds / fourTimes.seconds,
  },
  {
    what: '4. a case more at × 16 / at × 4',
    of: ({ once, fourTimes, sixteenTimes }) =>
      (sixteenTimes.seconds - fourTimes.seconds) / 12 / ((fourTimes.seconds - once.seconds) / 3),
  },
  { what: '4. peak memory × 16 / × 1', of: ({ sixteenTimes, once }) => sixteenTimes.peak / once.peak },
  { what: '4. peak memory DEPTH full / smoke', of: ({ full, smoke }) => full.peak / smoke.peak },
  { what: '4. peak memory of the largest process, MB', of: ({ whole }) => whole.peak, digits: 0 },
  { what: '5. two workers / one', of: ({ whole, oneWorker }) => whole.seconds / oneWorker.seconds },
  {
    what: '6. a run in which everything fails / a clean one',
    of: ({ failing, whole }) => failing.seconds / whole.seconds,
  },
];
