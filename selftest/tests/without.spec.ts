import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { expect, test } from '@playwright/test';
import { capabilities, capabilityNames } from '#api/capabilities';
import { startProvider } from '#mock/server';
import { readSettings } from '#run/settings/settings';
import { nullServers, startNullServer } from '../matrix/null-servers.ts';
import { checksOff } from '../tools/checks-off.ts';
import { close, listen } from '../tools/listen.ts';
import { runSuite } from '../tools/run-suite.ts';

<<<<<<< HEAD
test('a provider without state fails, and with WITHOUT=state nothing of it does', { tag: '@slow' }, async () => {
  const provider = await startProvider({ wrap: alsoOff('state') });
=======
test('a provider without state fails, and with WITHOUT=state nothing of it does', {
  tag: '@slow',
}, async () => {
  const provider = await startProvider({ wrap: checksOff.state });
>>>>>>> 31231b4 (List the rules that a capability needs in few lines)
  const target = { STRICT: '1', BASE_URL: provider.baseUrl, PROVIDER_STATES_URL: provider.statesUrl };

  const silent = await runSuite(target, '--project=instore-orders');
  const said = await runSuite({ ...target, WITHOUT: 'state' }, '--project=instore-orders');
  await provider.close();

  expect([silent.code, silent.document().verdict]).toEqual([1, 'NON-CONFORMANT']);
  expect([said.code, said.document().verdict]).toEqual([0, 'INCOMPLETE']);
  expect(said.document().counts.must.passed).toBeGreaterThan(2);
  expect(said.output).toContain('not exercised: switched off by WITHOUT=state');
});

test('a server that accepts everything passes no must of an operation, whatever it is said to be without', {
  tag: '@slow',
}, async () => {
  const provider = await startProvider();
  const { server, url } = await startNullServer(
    nullServers['a success of each operation'] ?? ((_, response) => response.end()),
  );

  const run = await runSuite(
    { WITHOUT: capabilityNames.join(','), BASE_URL: url, PROVIDER_STATES_URL: provider.statesUrl },
    '--project=wallet-agreements',
  );
  server.closeAllConnections();
  await close(server);
  await provider.close();

  const { verdict, counts } = run.document();
  expect([verdict, counts.must.passed, counts.must.failed]).toEqual(['INCOMPLETE', 0, 0]);
  expect(run.output).toContain('invalid requests also succeed, so success proves nothing');
});

test('what is accepted and wrong is a breach, even where nothing can be held against it', {
  tag: '@long',
}, async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"agreement_id":1}');
  });
  const BASE_URL = await listen(server);
  const values = { STATE_AN_ACCESS_TOKEN__ACCESS_TOKEN: 'a-token', STATE_AN_ACCESS_TOKEN__USER_ID: '1' };
  const client = { STATE_AN_APPLICATION__CLIENT_ID: '1', STATE_AN_APPLICATION__CLIENT_SECRET: 'secret' };

  const run = await runSuite(
    {
      WITHOUT: capabilityNames.join(','),
      BASE_URL,
      ...values,
      ...client,
      STATE_AN_APPLICATION__REDIRECT_URI: 'https://shop.example/',
    },
    '--project=wallet-agreements',
  );
  await close(server);

  expect(run.output).toContain('FAILED WAL-01');
  expect(run.output).toContain('agreement_id: expected string, actual: 1');
});

test('what is switched off sends nothing', { tag: '@long' }, async () => {
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    response.end();
  });
  const url = await listen(server);

  const run = await runSuite(
    { WITHOUT: 'identity', BASE_URL: url, PROVIDER_STATES_URL: url },
    '--project=instore-orders',
    '--grep=@ORD-12',
  );
  await close(server);

  expect([run.code, asked]).toEqual([1, 0]); // 1: it exercised nothing
});

test('a capability that is unknown ends the run with one sentence that names the known ones', {
  tag: '@long',
}, async () => {
  const run = await runSuite({ WITHOUT: 'credentials,memory' });

  expect(run.code).toBe(4);
  expect(run.output.trim()).toBe(
    'WITHOUT is "credentials,memory". Expected one or more of credentials, identity, state, logic, validation, errors, with commas between them.',
  );
});

test('the words of WITHOUT may have spaces between them and any order', () => {
  expect(readSettings({ WITHOUT: ' state , credentials,' }).WITHOUT).toEqual(['credentials', 'state']);
});

test('docs/test-your-service.md has each capability with its line', () => {
  const page = readFileSync('docs/test-your-service.md', 'utf8');

  for (const [name, { does, without }] of Object.entries(capabilities))
    expect(page).toContain(`| \`${name}\` | ${does} | ${without} |`);
});
