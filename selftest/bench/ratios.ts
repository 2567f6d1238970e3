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
  { what: '4. DEPTH full / smoke, preferences', of: ({ full, smoke }) => full.seconds / smoke.seconds },
  {
    what: '4. a preference more at 100 × / at 10 × the seeds',
    of: ({ seeds2, seeds20, seeds200 }) =>
      (seeds200.seconds - seeds20.seconds) / 10 / (seeds20.seconds - seeds2.seconds),
  },
  {
    what: '4. a preference more at 1,000 × / at 100 × the seeds, measured once',
    of: ({ seeds20, seeds200, seeds2000 }) =>
      (seeds2000.seconds - seeds200.seconds) / 10 / (seeds200.seconds - seeds20.seconds),
  },
  { what: '4. peak memory 100 × / 1 × the seeds', of: ({ seeds200, seeds2 }) => seeds200.peak / seeds2.peak },
  {
    what: '4. peak memory 1,000 × / 1 × the seeds, measured once',
    of: ({ seeds2000, seeds2 }) => seeds2000.peak / seeds2.peak,
  },
  { what: '4. peak memory DEPTH full / smoke', of: ({ full, smoke }) => full.peak / smoke.peak },
  { what: '4. peak memory of the largest process, MB', of: ({ whole }) => whole.peak, digits: 0 },
  { what: '5. two workers / one', of: ({ whole, oneWorker }) => whole.seconds / oneWorker.seconds },
  {
    what: '6. a run in which everything fails / a clean one',
    of: ({ failing, whole }) => failing.seconds / whole.seconds,
  },
  {
    what: '6. a run with fifteen faults / a clean one',
    of: ({ faulty, whole }) => faulty.seconds / whole.seconds,
  },
  {
    what: '6. everything fails and is confirmed / everything fails',
    of: ({ confirmed, failing }) => confirmed.seconds / failing.seconds,
  },
  { what: '7. a target that answers after 150 ms, seconds', of: ({ slow }) => slow.seconds, digits: 1 },
  { what: '8. the mock, requests a second at 32 connections', of: ({ mock }) => mock.atThirtyTwo, digits: 0 },
  { what: '8. mock / bare Fastify, at 1 connection', of: ({ mock, fastify }) => mock.atOne / fastify.atOne },
  {
    what: '8. mock / bare Fastify, at 32 connections',
    of: ({ mock, fastify }) => mock.atThirtyTwo / fastify.atThirtyTwo,
  },
  {
    what: '8. mock / bare node:http, at 32 connections',
    of: ({ mock, http }) => mock.atThirtyTwo / http.atThirtyTwo,
  },
  { what: '8. bare proxy / gate, at 1 connection', of: ({ proxy, gate }) => proxy.atOne / gate.atOne },
  {
    what: '8. bare proxy / gate, at 32 connections',
    of: ({ proxy, gate }) => proxy.atThirtyTwo / gate.atThirtyTwo,
  },
];
