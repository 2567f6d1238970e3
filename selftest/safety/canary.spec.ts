import { connect } from '#assertions/connection';
import { createBaselines } from '#assertions/control/baseline';
import { createThrottle } from '#http/throttle';
import { redact } from '#redaction/redact';
import { appendToChannel } from '#run/channels';
import { createRunContext } from '#run/run-context';
import {
  config,
  cutsJson,
  expectNoLeak,
  hangsUp,
  leaksOf,
  plain,
  type Row,
  redirects,
  repeatsInErrors,
  repeatsInHeaders,
  saysOpposite,
  showsPage,
  startCanary,
  staysSilent,
} from '../canary/provider.ts';
import { AWKWARD } from '../second-provider/choices.ts';
import { expect, long, slow, test } from '../tools/fixtures.ts';
import { runSuite } from '../tools/runs.ts';

test('a run leaves no secret of a provider that repeats them everywhere', long, async () => {
  await expectNoLeak({
    title: 'repeats them everywhere',
    habits: [repeatsInErrors, plain, repeatsInHeaders, showsPage, redirects, cutsJson],
    form: AWKWARD,
    args: ['--project=oauth-token', 'grants', '--project=test-users', 'creation', '--shard=1/1'], // for the merge
  });
});

test('a run leaves no secret where nothing listens', slow, async ({ open }) => {
  const provider = await open(startCanary(0, []));

  const target = { BASE_URL: 'http://127.0.0.1:9', PROVIDER_STATES_URL: provider.statesUrl };
  const run = await runSuite(target, ...config, '--project=test-users', '--grep=@USR-01');

  expect(run.output).toContain('ECONNREFUSED');
  expect(leaksOf(run, provider.secrets)).toEqual([]);
});

const rows: readonly Row[] = [
  { title: 'says the opposite', habits: [saysOpposite], form: 0, args: ['--project=oauth-token', 'swapped'] },
  {
    title: 'hangs up or stays silent',
    habits: [plain, hangsUp, plain, staysSilent],
    form: AWKWARD,
    args: ['--project=test-users', 'creation'],
    variables: { REQUEST_TIMEOUT: '1' },
  },
  {
    title: 'stays silent until the test times out',
    habits: [plain, plain, staysSilent],
    form: 0,
    args: ['--project=instore-orders', 'deletion', '--timeout=1500'],
    shows: /Test timeout of \d+ms exceeded/, // more than 1500: what a request took is added
  },
];

for (const row of rows) test(`a run leaves no secret of a provider that ${row.title}`, slow, () => expectNoLeak(row));

const baseUrl = 'http://another-worker.invalid';

test('what another worker was given is known before an exchange of that worker is shown', async () => {
  const code = `x7 "Kq2" ${process.pid}-v9Zt41`; // neither its form nor its place in JSON shows that it is a secret
  const body = JSON.stringify({ code });
  const request = { endpoint: 'oauth-token', method: 'POST', url: baseUrl, headers: {}, body } as const;
  appendToChannel('secrets', { value: code, isSearched: true }); // as another process does: unknown to this one
  appendToChannel('baselines', {
    ...{ control: 'oauth-token', endpoint: 'oauth-token', baseUrl, request },
    ...{ status: 200, headers: {}, text: '{}', json: {}, milliseconds: 1 },
    states: [{ state: 'an authorization code', values: { code } }],
  });
  expect(redact(body)).toContain('Kq2');

  const unasked = () => Promise.reject(new Error('what is known is not sent again'));
  const checks = () => ({ control: unasked, negativeControl: unasked, reproduce: () => [] });
  const target = { BASE_URL: baseUrl, PROVIDER_STATES_URL: '' };
  const connection = connect(target, createRunContext({}), createThrottle(Number.POSITIVE_INFINITY));
  const { baselineWith } = createBaselines(connection, unasked, checks);
  const { exchange } = await baselineWith('oauth-token');

  expect(redact(exchange.request.body ?? '')).not.toContain('Kq2');
  expect(connection.reproduction.reproduce(exchange.request)[0]).toContain("state 'an authorization code'");
});
