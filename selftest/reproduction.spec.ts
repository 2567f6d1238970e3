import { buffer } from 'node:stream/consumers';
import { toBytes } from '#api/exchange';
import { layouts } from '#factories/malformed';
import { alikeTexts, nearMisses, otherTexts } from '#factories/near-misses/texts';
import { derive, toFilter } from '#http/reproduction/derivation';
import { createReproduction } from '#http/reproduction/shell';
import { startProvider } from '#mock/server';
import { recordSecret, recordSecretFields, recordUrlSecrets, redact } from '#redaction/redact';
import { getRunCommand, rerunCommand } from '#reporters/words/run-words';
import { createRunContext } from '#run/process/sources';
import { withFaults } from './faults/faults.ts';
import bodies from './reproduction.json' with { type: 'json' };
import { expect, ownFolder, runProgram, runSuite, slow, test, toTarget } from './tools/fixtures.ts';

const token = 'APP_USR-4934588586838432-112300-Ab9xYz-241983636';

test('a shell makes each near miss of a secret from the secret', async () => {
  const ways = [...otherTexts, ...alikeTexts];
  const misses = nearMisses(ways, token).filter(({ value }) => value.length > 3 && /^[\x20-\x7e]+$/.test(value));
  const commands = misses.map(({ value }) => {
    const pieces = derive(value, token) ?? [];
    return `printf '%s\n' ${pieces.map((piece) => (typeof piece === 'string' ? `'${piece.replaceAll("'", `'\\''`)}'` : toFilter(piece, 'TOKEN'))).join('')}`;
  });

  const { stdout } = await runProgram('sh', ['-c', commands.join('\n')], { TOKEN: token });

  expect(misses.length).toBeGreaterThanOrEqual(23);
  expect(stdout.trimEnd().split('\n')).toEqual(misses.map(({ value }) => value));
});

test('text that has nothing to do with a secret is not made from it', () => {
  expect(derive('wrong-secret', token)).toBeUndefined();
  expect(derive(token.slice(0, 3), token)).toBeUndefined();
  expect(derive(`${'another text, '.repeat(3)}${token}`, token)).toBeUndefined();
});

test('the printed commands send the same bytes, with the values of fresh states', async ({ serve }) => {
  const run = createRunContext({ REPORTS_DIR: ownFolder() });
  const { recordObserved, recordStateValues, reproduce } = createReproduction(run);
  const received: { body: Buffer; authorization?: string }[] = [];
  const url = await serve(async (request, response) => {
    received.push({ body: await buffer(request), authorization: request.headers.authorization ?? '' });
    response.end('{"access_token":"fresh","refresh_token":"TG-11111111-fresh"}');
  });
  const code = 'TG-65a1b2c3d4e5f6';
  recordStateValues('an authorization code', { code, client_id: '4934588586838432', client_secret: 'hush' });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  recordStateValues('an access token', { access_token: token, user_id: '241983636' });
  const first = { method: 'POST', url, headers: {}, body: `{"code":"${code}"}` };
  recordObserved(first, { text: '{"access_token": "APP_USR-7-issued", "refresh_token": "TG-22222222-issued"}' });
  const renewal = { method: 'POST', url, headers, body: '{"refresh_token":"TG-22222222-issued"}' };
  recordObserved(renewal, { text: '{}' });
  const requests = [
    ...Object.values(bodies).map((body) => ({ method: 'POST', url, headers, body })),
    { method: 'POST', url, headers: {}, body: `"${'x'.repeat(200_000)}"` }, // more than an argument may have
    { method: 'POST', url, headers, body: layouts.escaped({ code, client_id: '4934588586838432' }) },
    renewal,
    { method: 'POST', url, headers: { authorization: 'Bearer APP_USR-7-issued' }, body: '{}' },
  ];

  const lines = requests.map((request) => reproduce(request).filter((line) => !/^(?:#|eval)/.test(line)));
  await runProgram('sh', ['-c', lines.flat().join('\n')], {
    STATE_AN_ACCESS_TOKEN__ACCESS_TOKEN: 'FRESH-TOKEN',
    STATE_AN_AUTHORIZATION_CODE__CODE: 'fresh-code',
    STATE_AN_AUTHORIZATION_CODE__CLIENT_ID: '7',
  });

  const sent = Object.values(bodies).map(toBytes);
  expect(received.slice(0, sent.length).map(({ body }) => body)).toEqual(sent);
  expect(received[0]?.authorization).toBe('Bearer FRESH-TOKEN');
  // The code of the escaped request was used up before.
  expect(received.slice(sent.length).map(({ body }) => JSON.parse(body.toString()))).toEqual([
    'x'.repeat(200_000),
    { code: 'fresh-code' },
    { code: 'fresh-code', client_id: '7' },
    { code: 'fresh-code' },
    { refresh_token: 'TG-11111111-fresh' },
    // The renewal may have ended the access token that came with its refresh token.
    { code: 'fresh-code' },
    { refresh_token: 'TG-11111111-fresh' },
    {},
  ]);
  expect(received.at(-1)?.authorization).toBe('Bearer fresh');
  expect(lines.flat().join('\n')).not.toMatch(/\[redacted|65a1b2c3|241983636|issued/);
});

test('the printed rerun, pasted into a shell, finds the same breach of the same target', slow, async ({ open }) => {
  const provider = await open(startProvider({ wrap: withFaults('order-no-number-code') }));
  const run = await runSuite({ ...toTarget(provider), TARGET: 'a partner' }, '--project=instore-orders');
  const [, rerun = ''] = /^ {2}rerun: (.*--grep @ORD-10)$/m.exec(run.output) ?? [];

  const again = await runProgram('sh', ['-c', rerun], { REPORTS_DIR: test.info().outputPath('reports') });

  expect(again.code).toBe(1);
  expect(again.stdout).toContain(`Target a partner at ${provider.baseUrl}`);
  expect(again.stdout).toContain('FAILED ORD-10');
});

test('a rerun holds no address that may hold a password', () => {
  const words = rerunCommand([{ id: 'TOK-01', endpoint: 'oauth-token' }], {
    seed: 7,
    settings: { TARGET: "a partner's", PROVIDER_STATES_URL: '' },
    decision: { subject: 'service' },
    selection: { argv: [] },
  });

  expect(words).toBe(
    `TARGET='a partner'\\''s' PROVIDER_STATES_URL="$PROVIDER_STATES_URL" SEED=7 npm run conformance -- --project=oauth-token --grep @TOK-01`,
  );
});

const decision = { subject: 'client' } as const;
for (const [argv, command] of [
  [['client', '--only', 'CTK-01', '--', 'node', 'my driver.mjs'], `--only CPI-05 -- node 'my driver.mjs'`],
  [['client', '--observe', '--', 'node', 'app.mjs'], '--observe -- node app.mjs'],
] as const)
  test(`a rerun of ${argv.join(' ')} is limited to a requirement where it plays scenarios`, () => {
    const run = { seed: 7, settings: { STRICT: '1' }, certify: true, decision, selection: { argv } };
    const words = rerunCommand([{ id: 'CPI-05', endpoint: 'point-payment-intents' }], run);

    expect(words).toBe(`STRICT=1 npm run conformance -- client ${command}`);
    expect(getRunCommand(run)).toMatch(/^STRICT=1 CERTIFY=1 npm run conformance -- client (--observe )?-- /);
  });

test("the values of a URL and of secret fields are secrets, a word of the suite's own tests is none", () => {
  recordSecret('client_secret');
  recordUrlSecrets('http://lab:p%40ss-4f1d@h.example/?key=k3y-4f1d9c');
  recordSecretFields([{ code: 'c0de-4f1d9c', scope: 'sc0pe-4f1d9c' }]);

  expect(redact('A request without client_secret is an invalid_request.')).toBe(
    'A request without client_secret is an invalid_request.',
  );
  expect(redact('p@ss-4f1d k3y-4f1d9c c0de-4f1d9c')).toBe('[redacted] [redacted] [redacted]');
  expect(redact('lab sc0pe-4f1d9c')).toBe('lab sc0pe-4f1d9c');
});
