import { expect, test } from '@playwright/test';
import { userAgent } from '../suite/http/user-agent.ts';
import { type Front, type Seen, startFront } from './tools/front.ts';
import { runSuite } from './tools/run-suite.ts';

/** What a provider is that answers well only where a request looks like one that it has seen in another run. */
type Knows = (request: Seen, place: number, recorded: readonly Seen[]) => boolean;

const [first, second] = [101, 202];
/** Enough to find out who looks at a request alone; who looks at its place meets the whole run. */
const few = ['--project=wallet-agreements'];
const lie = { status: 400, text: '{"error":"invalid_request"}' };

/** Requests of operations, in the order in which they came. */
const asked = ({ seen }: Front) => seen.filter(({ path }) => path !== '/_states');
const placeOf = ({ method, path }: Seen) => `${method} ${path.replace(/\?.*/, '')}`;
const agentOf = ({ headers }: Seen) => String(headers['user-agent']);

async function run(seed: number, change?: (request: Seen) => boolean, ...args: string[]) {
  const front = await startFront(
    change ? { change: (request, answer) => (change(request) ? answer : lie) } : {},
  );
  const variables = { BASE_URL: front.baseUrl, PROVIDER_STATES_URL: front.statesUrl, RUN_ID: 'one-run' };
  const result = await runSuite({ ...variables, SEED: String(seed), DEPTH: 'smoke', WORKERS: '1' }, ...args);
  await front.close();
  return { ...result, requests: asked(front) };
}

/** Words of a body that say something of their own: neither a name of the reference nor what the target itself gave. */
function wordsOf({ body }: Seen): string[] {
  return [...body.matchAll(/[a-z]{9,}/g)].map(([word]) => word);
}

const cheats: Readonly<Record<string, Knows>> = {
  'the User-Agent': (request, _, recorded) => recorded.some((known) => agentOf(known) === agentOf(request)),
  'the name of the tool': (request) => /playwright|conformance/i.test(agentOf(request)),
  'the order of the requests': (request, place, recorded) => {
    const known = recorded[place];
    return known !== undefined && placeOf(known) === placeOf(request);
  },
  'the words of the requests': (request, _, recorded) => {
    const known = new Set(recorded.flatMap(wordsOf));
    return wordsOf(request).every((word) => known.has(word));
  },
};

test.describe.configure({ mode: 'default' });
let recorded: readonly Seen[] = [];

test('two seeds have hardly a request in common, nor the same operation at the same place', {
  tag: '@long',
}, async () => {
  const [one, other] = [await run(first), await run(second)];
  recorded = one.requests;

  const text = ({ method, path, body }: Seen) => `${method} ${path} ${body}`;
  const known = new Set(one.requests.map(text));
  const alike = other.requests.filter((request) => known.has(text(request)));
  const placed = other.requests.filter(
    (request, place) => placeOf(request) === placeOf(one.requests[place] ?? request),
  );

  expect([one.code, other.code]).toEqual([0, 0]);
  expect(userAgent({ USER_AGENT: '', SEED: first })).not.toBe(userAgent({ USER_AGENT: '', SEED: second }));
  expect(alike.length / other.requests.length).toBeLessThan(0.05);
  expect(placed.length / other.requests.length).toBeLessThan(1 / 3);
});

for (const [what, knows] of Object.entries(cheats)) {
  test(`a provider that knows the suite by ${what} is not conformant`, { tag: '@long' }, async () => {
    let place = -1;

    const { document } = await run(
      second,
      (request) => {
        if (request.path === '/_states') return true;
        place += 1;
        return knows(request, place, recorded);
      },
      ...(what === 'the order of the requests' ? [] : few),
    );

    expect(document().counts.must.failed).toBeGreaterThan(0);
    expect(document().verdict).toBe('NON-CONFORMANT');
  });
}

test('USER_AGENT is what a target reads', async () => {
  const front = await startFront();

  const where = { BASE_URL: front.baseUrl, PROVIDER_STATES_URL: front.statesUrl };
  await runSuite({ ...where, USER_AGENT: 'partner/1.0' }, '--grep', '@ORD-01');
  await front.close();

  expect(new Set(front.seen.map(agentOf))).toEqual(new Set(['partner/1.0']));
});
