import { runSuite, type SuiteRun } from '../tools/fixtures.ts';
import { type Front, type Seen, startFront } from '../tools/front.ts';

const getAgent = ({ headers }: Seen): string => String(headers['user-agent']);

/** Returns the distinctive words of a body: neither names of the reference nor values from the target. */
const listWords = ({ body }: Seen): string[] => [...body.matchAll(/[a-z]{9,}/g)].map(([word]) => word);

type Recorded = SuiteRun & { readonly requests: readonly Seen[] };

/**
 * Returns true if a request looks like one of a recorded run; `place` is the number of requests before it, `earlier`
 * those requests, including requests for states.
 */
type Knows = (request: Seen, place: number, recorded: readonly Seen[], earlier: readonly Seen[]) => boolean;

interface Cheat {
  readonly knows: Knows;
  /** A check of single requests is detected within one operation; a check of positions needs the whole run. */
  readonly meets: keyof typeof projects;
}

/** Providers that respond correctly only to requests like those of a recorded run with another SEED. */
export const cheats = {
  'the User-Agent': {
    knows: (request, _, recorded) => recorded.some((known) => getAgent(known) === getAgent(request)),
    meets: 'a part',
  },
  'the name of the tool': { knows: (request) => /playwright|conformance/i.test(getAgent(request)), meets: 'a part' },
  'the order of the requests': {
    knows: (request, place, recorded) => isAtSamePlace(request, recorded[place]),
    meets: 'the whole run',
  },
  'the words of the requests': {
    knows: (request, _, recorded) => {
      const known = new Set(recorded.flatMap(listWords));
      return listWords(request).every((word) => known.has(word));
    },
    meets: 'a part',
  },
  'the names and order of the header fields': {
    knows: (request, _, recorded) => recorded.some((known) => getFields(known) === getFields(request)),
    meets: 'a part',
  },
  'names in lower case': {
    knows: ({ names }) => names.every((name) => name === name.toLowerCase() || name === 'Connection'),
    meets: 'a part',
  },
  'the Accept-Encoding': {
    knows: ({ headers }, _, recorded) =>
      recorded.some((known) => known.headers['accept-encoding'] === headers['accept-encoding']),
    meets: 'a part',
  },
  'an open provider state': { knows: (_, _at, _of, earlier) => countOpenStates(earlier) > 0, meets: 'orders' },
  'tokens while a provider state is open': {
    knows: ({ headers }, _at, _of, earlier) => !headers.authorization || countOpenStates(earlier) > 0,
    meets: 'orders',
  },
  'tokens of provider states': { knows: (request, _at, _of, earlier) => isOfState(request, earlier), meets: 'tokens' },
} satisfies Readonly<Record<string, Cheat>>;

const projects = {
  'a part': ['--workers=1', '--project=wallet-agreements'],
  orders: ['--workers=2', '--project=instore-orders', '--project=wallet-agreements'], // the states of two workers
  tokens: ['--workers=1', '--project=oauth-token', '--grep=@TOK-19'],
  'the whole run': ['--workers=1'],
} as const;

const json = { 'content-type': 'application/json' };
const lie = { status: 400, text: '{"error":"invalid_access_token"}', headers: json };

/** Runs the suite with a seed against a conformant provider and records the requests. */
export const record = (seed: number, meets: Cheat['meets'] = 'the whole run'): Promise<Recorded> => run(seed, meets);

/** Runs the suite with a seed against a provider that recognises it from a recorded run. */
export function runAgainst({ knows, meets }: Cheat, seed: number, recorded: readonly Seen[]): Promise<Recorded> {
  let place = -1;
  const isKnown = (request: Seen, earlier: readonly Seen[]) => {
    if (isState(request)) return true;
    place += 1;
    return knows(request, place, recorded, earlier);
  };
  return run(seed, meets, isKnown);
}

/** Returns the shares of requests that two runs have in common: equal ones, and equal operations at the same place. */
export function inCommon(one: readonly Seen[], other: readonly Seen[]): { alike: number; placed: number } {
  const text = ({ method, path, body }: Seen) => `${method} ${path} ${body}`;
  const known = new Set(one.map(text));
  const alike = other.filter((request) => known.has(text(request)));
  const placed = other.filter((request, place) => isAtSamePlace(request, one[place]));
  return { alike: alike.length / other.length, placed: placed.length / other.length };
}

async function run(
  seed: number,
  meets: Cheat['meets'],
  isKnown: (request: Seen, earlier: readonly Seen[]) => boolean = () => true,
): Promise<Recorded> {
  const front: Front = await startFront({ change: (request, sent) => (isKnown(request, front.seen) ? sent : lie) });
  const own = { ...front.target, RUN_ID: 'one-run', SEED: String(seed) };
  const result = await runSuite(own, ...projects[meets]);
  await front.close();
  return { ...result, requests: front.seen.filter((request) => !isState(request)) };
}

const isState = ({ path }: Seen): boolean => path === '/_states';

function isAtSamePlace(request: Seen, known: Seen | undefined): boolean {
  const getPlace = ({ method, path }: Seen) => `${method} ${path.replace(/\?.*/, '')}`;
  return known !== undefined && getPlace(known) === getPlace(request);
}

/** Returns the names of the fields that a client adds by itself, in order. */
function getFields({ headers }: Seen): string {
  return Object.keys(headers)
    .filter((name) => !/^(?:content-|x-|authorization$|connection$)/.test(name))
    .join();
}

/** Counts the provider states that were set up and not torn down yet. */
function countOpenStates(seen: readonly Seen[]): number {
  const states = seen.filter((request) => isState(request) && request.answer !== undefined);
  return states.reduce((open, { body }) => open + (body.includes('"action":"setup"') ? 1 : -1), 0);
}

/** Returns true if a request has no token, or one that a provider state gave. */
function isOfState({ headers }: Seen, seen: readonly Seen[]): boolean {
  const token = String(headers.authorization ?? '').replace('Bearer ', '');
  return seen.some((each) => isState(each) && each.answer?.text.includes(token));
}
