import { readFileSync } from 'node:fs';
import { capabilities, capabilityNames } from '#api/requirement';
import { readSettings } from '#run/settings/settings';
import { expect, long, runSuite, slow, test } from '../tools/fixtures.ts';
import { type Answered, runBehindFront, type Seen } from '../tools/front.ts';

test('what is accepted and wrong is a breach, even without a control', slow, async ({ serve }) => {
  const BASE_URL = await serve((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"agreement_id":1}'),
  );
  const states = {
    ...{ STATE_AN_ACCESS_TOKEN__ACCESS_TOKEN: 'a-token', STATE_AN_ACCESS_TOKEN__USER_ID: '1' },
    ...{ STATE_AN_APPLICATION__CLIENT_ID: '1', STATE_AN_APPLICATION__CLIENT_SECRET: 'secret' },
    STATE_AN_APPLICATION__REDIRECT_URI: 'https://shop.example/',
  };

  const run = await runSuite({ WITHOUT: capabilityNames.join(), BASE_URL, ...states }, '--project=wallet-agreements');

  expect(run.output).toContain('FAILED WAL-01');
  expect(run.output).toContain('agreement_id: expected a string, actual: 1');
});

test('what is switched off sends nothing', long, async ({ serve }) => {
  let asked = 0;
  const url = await serve((_, response) => {
    asked += 1;
    response.end();
  });

  const variables = { WITHOUT: 'identity', BASE_URL: url, PROVIDER_STATES_URL: url };
  const run = await runSuite(variables, '--project=instore-orders', '--grep=@ORD-12');

  expect([run.code, asked]).toEqual([1, 0]); // 1: it exercised nothing
});

test('the words of WITHOUT may have spaces between them and any order', () =>
  expect(readSettings({ WITHOUT: ' state , credentials,' }).WITHOUT).toEqual(['credentials', 'state']));

test('docs/test-your-service.md has each capability with its line', () => {
  const page = readFileSync('docs/test-your-service.md', 'utf8');

  for (const [name, { does, without }] of Object.entries(capabilities))
    expect(page).toContain(`| \`${name}\` | ${does} | ${without} |`);
});

for (const [status, level] of [[400, long] as const, [500, slow] as const])
  test(`a target that returns ${status} for one industry is judged with another`, level, async () => {
    const isRetail = (body: string) => /Canasta|Café molido|Detergente/.test(body);
    const change = ({ path, body }: Seen, response: Answered) =>
      path.startsWith('/checkout') && isRetail(body) ? { status, text: '{"status":"no"}' } : response;

    const selected = level === long ? ['--grep=@PRF-0|@PRF-1|@PRF-22|@PRF-60'] : []; // the other one runs all
    const run = await runBehindFront({ change }, {}, '--project=checkout-preferences', ...selected);

    expect(JSON.stringify(run.row('PRF-60')?.answers)).toContain('"changed before it was accepted":[');
    const notPassed = run.document().requirements.filter(({ id, outcome }) => {
      return id.startsWith('PRF') && (outcome === 'failed' || outcome === 'inconclusive');
    });
    expect(notPassed.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual([
      'PRF-01 failed',
      'PRF-02 inconclusive',
      'PRF-22 inconclusive',
      ...(status === 500 ? ['PRF-30 inconclusive'] : []),
    ]);
  });
