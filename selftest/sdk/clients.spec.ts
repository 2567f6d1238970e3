import { expect, test } from '@playwright/test';
import { inShort, missingProgram, runGate } from './run-gate.ts';

type Way = 'proxy' | 'node' | 'transparent';

const libraries = ['httpclient', 'httpcore', 'commons-logging', 'commons-codec'];
const jars = libraries.map((name) => `/usr/share/java/${name}.jar`);
const guzzle = "require '/usr/share/php/GuzzleHttp/autoload.php';";
const curl = 'exit(function_exists("curl_init") ? 0 : 1);';

/** Returns a client of one HTTP stack with a constant API host; the probe succeeds if the stack is installed. */
const stack = (name: string, http: 1 | 2, ways: readonly Way[], client: string, probe: readonly string[]) => {
  const protocol = http === 1 ? 'HTTP/1.1' : 'HTTP/2.0';
  return { name, protocol, ways, probe, command: client.replace(/[\w.]+$/, 'selftest/sdk/clients/$&').split(' ') };
};

const both = ['proxy', 'transparent'] as const;
const all = ['proxy', 'node', 'transparent'] as const;
const node = ['node', '-v'];
const apache = `java -cp ${jars.join(':')} Apache.java`;

const stacks = [
  stack('Node, fetch', 1, all, 'node fetch.mjs', node),
  stack('Node, node:https with an agent of its own', 1, all, 'node https.mjs', node),
  stack('Node, node:http2', 2, all, 'node http2.mjs', node),
  stack('Python, urllib', 1, both, 'python3 urllib.py', ['python3', '-V']),
  stack('Python, requests', 1, both, 'python3 requests_client.py', ['python3', '-c', 'import requests']),
  stack('curl', 2, both, 'sh curl.sh', ['curl', '--json', '', '--version']),
  stack('Java, java.net.http', 2, both, 'java Client.java', ['javac', '-version']),
  stack('Java, Apache HttpClient', 1, ['transparent'], apache, ['sh', '-c', `javac -version && ls ${jars.join(' ')}`]),
  stack('Go, net/http', 2, both, 'go run client.go', ['go', 'version']),
  stack('Ruby, net/http', 1, both, 'ruby client.rb', ['ruby', '-v']),
  stack('Ruby, Faraday', 1, both, 'ruby faraday.rb', ['ruby', '-e', 'require "faraday"']),
  stack('PHP, curl', 2, both, 'php client.php', ['php', '-r', curl]),
  stack('PHP, Guzzle', 1, both, 'php guzzle.php', ['php', '-r', guzzle]),
  stack('PHP, streams', 1, ['transparent'], 'php streams.php', ['php', '-v']),
];

const transparentProbe = ['unshare', '--net', '--mount', '--map-root-user', 'ip', 'link', 'set', 'lo', 'up'];

for (const { name, command, probe, ways, protocol } of stacks)
  for (const way of ways) {
    test(`a client that knows nothing of the gate goes through it by --${way}: ${name}`, {
      tag: name === 'Node, fetch' && way === 'proxy' ? [] : '@slow',
    }, async () => {
      const missing = missingProgram(probe) ?? (way === 'transparent' ? missingProgram(transparentProbe) : undefined);
      test.skip(missing !== undefined, missing);

      const { code, out, err, result } = await runGate(`--${way}`, '--', ...command);

      expect(out, err).toContain('created MLA');
      expect(inShort(result())).toEqual([]);
      expect(result().requests.map(({ endpoint, status }) => `${endpoint} ${status}`)).toEqual([
        'test-users 201',
        'instore-orders 204',
      ]);
      expect(new Set(result().requests.map((request) => request.protocol))).toEqual(new Set([protocol]));
      expect(result().verdict).toBe('PASSED');
      expect(code).toBe(0);
    });
  }
