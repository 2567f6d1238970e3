import { spawnSync } from 'node:child_process';

const clients = 'selftest/sdk/clients';
const jars = ['httpclient', 'httpcore', 'commons-logging', 'commons-codec'].map(
  (name) => `/usr/share/java/${name}.jar`,
);
const apache = jars.join(':');
const guzzle = '/usr/share/php/GuzzleHttp/autoload.php';

/** A client of one HTTP stack, with the API's host as a constant, and how it comes to the gate. */
export interface Stack {
  readonly name: string;
  readonly command: readonly string[];
  /** Tells whether it runs here. */
  readonly probe: readonly string[];
  /** Says the version of what it stands on. */
  readonly version: readonly string[];
  readonly ways: readonly ('proxy' | 'node' | 'transparent')[];
  /** Holds what it speaks to the gate. */
  readonly protocol: 'HTTP/1.1' | 'HTTP/2.0';
}

const everywhere = ['proxy', 'transparent'] as const;
const node = ['node', '-v'];

/** The stacks that the official SDKs and their like stand on. */
export const stacks: readonly Stack[] = [
  {
    name: 'Node, fetch',
    command: ['node', `${clients}/fetch.mjs`],
    probe: node,
    version: ['node', '-v'],
    ways: ['proxy', 'node', 'transparent'],
    protocol: 'HTTP/1.1',
  },
  {
    name: 'Node, node:https with an agent of its own',
    command: ['node', `${clients}/https.mjs`],
    probe: node,
    version: ['node', '-v'],
    ways: ['proxy', 'node', 'transparent'],
    protocol: 'HTTP/1.1',
  },
  {
    name: 'Node, node:http2',
    command: ['node', `${clients}/http2.mjs`],
    probe: node,
    version: ['node', '-v'],
    ways: ['proxy', 'node', 'transparent'],
    protocol: 'HTTP/2.0',
  },
  {
    name: 'Python, urllib',
    command: ['python3', `${clients}/urllib.py`],
    probe: ['python3', '-V'],
    version: ['python3', '-V'],
    ways: everywhere,
    protocol: 'HTTP/1.1',
  },
  {
    name: 'Python, requests',
    command: ['python3', `${clients}/requests_client.py`],
    probe: ['python3', '-c', 'import requests'],
    version: ['python3', '-c', 'import requests; print(requests.__version__)'],
    ways: everywhere,
    protocol: 'HTTP/1.1',
  },
  {
    name: 'curl',
    command: ['sh', `${clients}/curl.sh`],
    probe: ['curl', '--json', '', '--version'],
    version: ['curl', '--version'],
    ways: everywhere,
    protocol: 'HTTP/2.0',
  },
  {
    name: 'Java, java.net.http',
    command: ['java', `${clients}/Client.java`],
    probe: ['javac', '-version'],
    version: ['java', '-version'],
    ways: everywhere,
    protocol: 'HTTP/2.0',
  },
  {
    name: 'Java, Apache HttpClient',
    command: ['java', '-cp', apache, `${clients}/Apache.java`],
    probe: ['sh', '-c', `javac -version && ls ${jars.join(' ')}`],
    version: ['dpkg-query', '-W', 'libhttpclient-java'],
    ways: ['transparent'],
    protocol: 'HTTP/1.1',
  },
  {
    name: 'Go, net/http',
    command: ['go', 'run', `${clients}/client.go`],
    probe: ['go', 'version'],
    version: ['go', 'version'],
    ways: everywhere,
    protocol: 'HTTP/2.0',
  },
  {
    name: 'Ruby, net/http',
    command: ['ruby', `${clients}/client.rb`],
    probe: ['ruby', '-v'],
    version: ['ruby', '-v'],
    ways: everywhere,
    protocol: 'HTTP/1.1',
  },
  {
    name: 'Ruby, Faraday',
    command: ['ruby', `${clients}/faraday.rb`],
    probe: ['ruby', '-e', 'require "faraday"'],
    version: ['ruby', '-e', 'require "faraday"; puts Faraday::VERSION'],
    ways: everywhere,
    protocol: 'HTTP/1.1',
  },
  {
    name: 'PHP, curl',
    command: ['php', `${clients}/client.php`],
    probe: ['php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);'],
    version: ['php', '-v'],
    ways: everywhere,
    protocol: 'HTTP/2.0',
  },
  {
    name: 'PHP, Guzzle',
    command: ['php', `${clients}/guzzle.php`],
    probe: ['php', '-r', `require '${guzzle}';`],
    version: ['dpkg-query', '-W', 'php-guzzlehttp-guzzle'],
    ways: everywhere,
    protocol: 'HTTP/1.1',
  },
  {
    name: 'PHP, streams',
    command: ['php', `${clients}/streams.php`],
    probe: ['php', '-v'],
    version: ['php', '-v'],
    ways: ['transparent'],
    protocol: 'HTTP/1.1',
  },
];

/** Returns the reason why a way or a stack is not to be had here; undefined where it is. */
export function missingProgram([program = '', ...args]: readonly string[]): string | undefined {
  const runs = spawnSync(program, args).status === 0;
  return runs ? undefined : `${[program, ...args].join(' ')} does not run here`;
}

/** Holds what --transparent needs of a machine. */
export const transparentProbe = ['unshare', '--net', '--mount', '--map-root-user', 'ip', 'link', 'set', 'lo', 'up'];
