import { expect, test } from '@playwright/test';
import { startFront } from '../tools/front.ts';
import { runSuite } from '../tools/run-suite.ts';

const orders = ['--project=instore-orders', '--project=point-payment-intents'];

test('a run without its target ends with one message, and its reports are complete', { tag: '@long' }, async () => {
  const baseUrl = 'http://127.0.0.1:9';

  const run = await runSuite(
    { BASE_URL: baseUrl, PROVIDER_STATES_URL: `${baseUrl}/_states` },
    '--workers=2',
    ...orders,
  );

  const { unreachable, verdict, requirements } = run.document();
  const message = `the target cannot be reached at ${baseUrl}: connect ECONNREFUSED 127.0.0.1:9. Nothing listens there`;
  expect([run.code, verdict]).toEqual([1, 'INCOMPLETE']);
  expect(unreachable).toContain(message);
  expect(run.output.split(message)).toHaveLength(3); // once for the outage, once as the reason of the decision
  expect(run.output).not.toContain('ORD-01');
  const asked = requirements.filter(
    ({ unasked, endpoint }) => unasked === undefined && /orders|intents/.test(endpoint),
  );
  expect(new Set(asked.map(({ outcome }) => outcome))).toEqual(new Set(['inconclusive']));
  expect(new Set(asked.map(({ reason }) => reason))).toEqual(new Set([unreachable]));
});

test('a target that goes away is asked a few times more, by no worker again, and fails nothing', {
  tag: '@slow',
}, async () => {
  let answered = 0;
  const front = await startFront({
    change: (_, answer) => {
      answered += 1;
      return answered > 150 ? undefined : answer;
    },
  });

  const run = await runSuite(
    { BASE_URL: front.baseUrl, PROVIDER_STATES_URL: front.statesUrl },
    '--workers=2',
    ...orders,
  );
  await front.close();

  const { unreachable, counts, verdict, requirements } = run.document();
  expect([run.code, verdict, counts.must.failed, counts.should.warned]).toEqual([1, 'INCOMPLETE', 0, 0]);
  expect(requirements.flatMap(({ tests }) => tests.map(({ outcome }) => outcome))).toContain('passed');
  expect(unreachable).toMatch(/cannot be (reached|asked for) at http/);
  expect(answered).toBeLessThan(400);
});

test('one operation that keeps answering 503 is given up alone', { tag: '@slow' }, async () => {
  const front = await startFront({
    change: ({ path, method }, answer) =>
      method === 'DELETE' && path.startsWith('/point') ? { status: 503, text: '' } : answer,
  });

  const run = await runSuite(
    { BASE_URL: front.baseUrl, PROVIDER_STATES_URL: front.statesUrl },
    '--workers=2',
    ...orders,
  );
  await front.close();

  const { unreachable, requirements, counts } = run.document();
  const outcomeOf = (id: string) => requirements.find((row) => row.id === id)?.outcome;
  expect([unreachable, counts.must.failed]).toEqual([null, 0]);
  expect([outcomeOf('ORD-01'), outcomeOf('PNT-01')]).toEqual(['passed', 'inconclusive']);
  expect(run.output).toContain('point-payment-intents was out of reach 3 times in a row, while others are answered');
});
