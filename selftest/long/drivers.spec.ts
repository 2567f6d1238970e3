import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { createDriver } from '#client/certification/driver';
import { buildEnvironment, writeTrust } from '#client/interception/modes';
import { startListener } from '#client/wire/listener';
import { createAuthority } from '#client/wire/tls';
import type { Reply } from '#client/wire/traffic';
import type { Conformance } from '#results/document';
import { missingProgram } from '../sdk/run-gate.ts';
import { ownFolder, runCommand } from '../tools/fixtures.ts';

const gson = '/usr/share/java/gson.jar';

/** The drivers in plain HTTP, each with a command that checks if it can run here. */
const drivers = [
  ['Python', 'python3 client/drivers/plain.py', 'python3 -V'],
  ['Go', 'go run client/drivers/plain.go', 'go version'],
  ['PHP', 'php client/drivers/plain.php', `php -r 'exit(function_exists("curl_init") ? 0 : 1);'`],
  ['Ruby', 'ruby client/drivers/plain.rb', 'ruby -v'],
  ['Java', `java -cp ${gson} client/drivers/Plain.java`, `javac -version && ls ${gson}`],
  ['a shell with curl and jq', 'bash client/drivers/plain.sh', 'bash --version && curl --version && jq --version'],
] as const;

for (const [name, command, probe] of drivers)
  test(`the driver of ${name} is CONFORMANT in every scenario, with no warning`, async () => {
    const missing = missingProgram(['sh', '-c', probe]);
    test.skip(missing !== undefined, missing);
    const REPORTS_DIR = ownFolder('driver');

    const { code, stdout, stderr } = await runCommand('client', ['--', ...command.split(' ')], { REPORTS_DIR });

    expect(stdout, stderr).toMatch(/^GREEN: CONFORMANT: (\d+) of \1 musts passed/m);
    const file = path.join(REPORTS_DIR, 'client/conformance.json');
    const { requirements }: Conformance = JSON.parse(readFileSync(file, 'utf8'));
    const others = requirements.filter(({ outcome }) => !['passed', 'answered'].includes(outcome));
    expect(others.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual([]);
    expect(code).toBe(0);
  });

const json = [['Content-Type', 'application/json']] as const;
const message = Buffer.from(JSON.stringify({ message: 'x'.repeat(2_000) }));
const latin1 = Buffer.from('{"message":"inv\u00e1lido"}', 'latin1');

/** Responses that a client has to report as an error, whatever it can read of them. */
const brokenReplies: readonly (readonly [name: string, reply: Reply])[] = [
  ['an error body that breaks off', { status: 400, headers: json, body: message, delivery: 'half' }],
  ['a success that breaks off', { status: 200, headers: json, body: message, delivery: 'half' }],
  ['a reset', { status: 200, headers: json, body: message, delivery: 'reset' }],
  ['an error body in ISO 8859-1', { status: 400, headers: json, body: latin1 }],
  ['an error without a body', { status: 500, headers: json, body: Buffer.alloc(0) }],
  ['a page as a success', { status: 200, headers: json, body: Buffer.from('<html>') }],
];

const grant = { grant_type: 'refresh_token', client_id: '1', client_secret: 'one', refresh_token: 'TG-1' };

for (const [name, command, probe] of drivers)
  test(`the driver of ${name} reports every response that it cannot read`, async () => {
    const missing = missingProgram(['sh', '-c', probe]);
    test.skip(missing !== undefined, missing);
    const hosts = ['api.mercadopago.com'];
    const authority = await createAuthority(hosts);
    let current = 0;
    const respond = async () => brokenReplies[current]?.[1] ?? { status: 500, headers: json, body: message };
    const { port, stop } = await startListener({ authority, respond, recordUnparsed: () => {} });
    const trust = await writeTrust(ownFolder(), authority.pem, process.env, true);
    const reached = { way: 'proxy', address: '127.0.0.1', port } as const;
    const place = { ...reached, trust, baseUrlVariables: [], hosts, allowedHosts: [] };
    const [program = '', ...args] = command.split(' ');
    const words = [program, ...args] as const;
    const driver = createDriver({ words, cwd: '.', timeoutSeconds: 20 }, buildEnvironment(place, process.env), () => 0);
    const outcomes: unknown[] = [];
    for (current = 0; current < brokenReplies.length; current += 1) {
      const report = await driver.ask({ scenario: String(current), operation: 'oauth-token', input: grant });
      outcomes.push([brokenReplies[current]?.[0], report?.outcome]);
    }
    await driver.stop();
    await stop();

    expect(outcomes).toEqual(brokenReplies.map(([reply]) => [reply, 'error']));
  });

test('a line about another scenario is no report', async () => {
  const script = `echo '{"scenario":"old","outcome":"error"}'; echo '{"scenario":"new","outcome":"done"}'`;
  const driver = createDriver({ words: ['sh', '-c', script], cwd: '.', timeoutSeconds: 5 }, {}, () => 0);

  const report = await driver.ask({ scenario: 'new', operation: 'oauth-token', input: grant });
  expect(report?.outcome).toBe('done');
  await driver.stop();
});
