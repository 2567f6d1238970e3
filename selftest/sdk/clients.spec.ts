import { spawnSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { inShort, runGate } from './run-gate.ts';

const clients = 'selftest/sdk/clients';

/** A client of each HTTP stack with the API's host as a constant, and the command that tells whether it is here. */
const rows = [
  {
    name: 'Node, node:https with an agent of its own',
    command: ['node', `${clients}/https.mjs`],
    probe: ['node', '-v'],
  },
  { name: 'Python, urllib', command: ['python3', `${clients}/urllib.py`], probe: ['python3', '-V'] },
  {
    name: 'Python, requests',
    command: ['python3', `${clients}/requests_client.py`],
    probe: ['python3', '-c', 'import requests'],
  },
  { name: 'curl', command: ['sh', `${clients}/curl.sh`], probe: ['curl', '--json', '', '--version'] },
  { name: 'Java, java.net.http', command: ['java', `${clients}/Client.java`], probe: ['javac', '-version'] },
  { name: 'Go, net/http', command: ['go', 'run', `${clients}/client.go`], probe: ['go', 'version'] },
  { name: 'Ruby, net/http', command: ['ruby', `${clients}/client.rb`], probe: ['ruby', '-v'] },
  {
    name: 'PHP, curl',
    command: ['php', `${clients}/client.php`],
    probe: ['php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);'],
  },
];

for (const { name, command, probe } of rows) {
  test(`a client that knows nothing of the gate goes through the proxy: ${name}`, async () => {
    const [program = '', ...args] = probe;
    test.skip(spawnSync(program, args).status !== 0, `${probe.join(' ')} does not run here`);

    const { code, out, result } = await runGate('--', ...command);

    expect(out).toContain('created MLA');
    expect(inShort(result())).toEqual([]);
    expect(result().requests.map(({ endpoint, status }) => `${endpoint} ${status}`)).toEqual([
      'test-users 201',
      'instore-orders 204',
    ]);
    expect(result().verdict).toBe('PASSED');
    expect(code).toBe(0);
  });
}
