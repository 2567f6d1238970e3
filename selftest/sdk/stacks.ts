import { spawnSync } from 'node:child_process';

type Way = 'proxy' | 'node' | 'transparent';
type Words = readonly string[];

/** A client of one HTTP stack, with the API's host as a constant, and how it comes to the gate. */
export interface Stack {
  readonly name: string;
  readonly command: Words;
  /** Prints the version of the stack. */
  readonly version: Words;
  /** Succeeds if the stack is installed. */
  readonly probe: Words;
  readonly ways: readonly Way[];
  readonly protocol: 'HTTP/1.1' | 'HTTP/2.0';
}

const jars = ['httpclient', 'httpcore', 'commons-logging', 'commons-codec'].map(
  (name) => `/usr/share/java/${name}.jar`,
);
const guzzle = "require '/usr/share/php/GuzzleHttp/autoload.php';";
const curl = 'exit(function_exists("curl_init") ? 0 : 1);';

const stack = (name: string, http: 1 | 2, ways: Stack['ways'], command: string, version: Words, probe = version) => {
  const protocol = http === 1 ? 'HTTP/1.1' : 'HTTP/2.0';
  const words = command.replace(/[\w.]+$/, 'selftest/sdk/clients/$&').split(' ');
  return { name, protocol, ways, command: words, version, probe } satisfies Stack;
};

const both = ['proxy', 'transparent'] as const;
const all = ['proxy', 'node', 'transparent'] as const;
const node = ['node', '-v'];
const importing = (code: string) => ['python3', '-c', `import requests${code}`];
const requiring = (code: string) => ['ruby', '-e', `require "faraday"${code}`];
const packaged = (name: string) => ['dpkg-query', '-W', name];

/** The stacks of the official SDKs and their like. */
export const stacks: readonly Stack[] = [
  stack('Node, fetch', 1, all, 'node fetch.mjs', node),
  stack('Node, node:https with an agent of its own', 1, all, 'node https.mjs', node),
  stack('Node, node:http2', 2, all, 'node http2.mjs', node),
  stack('Python, urllib', 1, both, 'python3 urllib.py', ['python3', '-V']),
  stack('Python, requests', 1, both, 'python3 requests_client.py', importing('; print(requests.__version__)')),
  stack('curl', 2, both, 'sh curl.sh', ['curl', '--version'], ['curl', '--json', '', '--version']),
  stack('Java, java.net.http', 2, both, 'java Client.java', ['java', '-version'], ['javac', '-version']),
  stack(
    ...(['Java, Apache HttpClient', 1, ['transparent'], `java -cp ${jars.join(':')} Apache.java`] as const),
    packaged('libhttpclient-java'),
    ['sh', '-c', `javac -version && ls ${jars.join(' ')}`],
  ),
  stack('Go, net/http', 2, both, 'go run client.go', ['go', 'version']),
  stack('Ruby, net/http', 1, both, 'ruby client.rb', ['ruby', '-v']),
  stack('Ruby, Faraday', 1, both, 'ruby faraday.rb', requiring('; puts Faraday::VERSION')),
  stack('PHP, curl', 2, both, 'php client.php', ['php', '-v'], ['php', '-r', curl]),
  stack('PHP, Guzzle', 1, both, 'php guzzle.php', packaged('php-guzzlehttp-guzzle'), ['php', '-r', guzzle]),
  stack('PHP, streams', 1, ['transparent'], 'php streams.php', ['php', '-v']),
];

/** Returns the reason why a program is missing here; undefined if it runs. */
export function missingProgram([program = '', ...args]: Words): string | undefined {
  const runs = spawnSync(program, args).status === 0;
  return runs ? undefined : `${[program, ...args].join(' ')} does not run here`;
}

/** Succeeds where --transparent works. */
export const transparentProbe = ['unshare', '--net', '--mount', '--map-root-user', 'ip', 'link', 'set', 'lo', 'up'];
