import { storePassword, type Trust } from './trust.ts';

/** The ways in which a command's requests come to the gate. */
export const ways = ['proxy', 'node', 'base-url'] as const;
export type Way = (typeof ways)[number];

/** What the environment of the command is made from. */
export interface Entrance {
  readonly port: number;
  readonly trust: Trust;
  readonly baseUrlVariables: readonly string[];
}

type Variables = Readonly<Record<string, string | undefined>>;

const local = 'localhost,127.0.0.1,::1';

type Make = (entrance: Entrance, inherited: NodeJS.ProcessEnv) => Variables;

const proxy: Make = (entrance, inherited) => ({
  ...proxies(entrance),
  ...trusts(entrance),
  ...node(entrance, inherited, 'proxy'),
});

/** With a base URL the proxy stands there too: for what goes elsewhere all the same, and must not get out. */
const environments: Readonly<Record<Way, Make>> = {
  proxy,
  node: (entrance, inherited) => node(entrance, inherited, 'sockets'),
  'base-url': (entrance, inherited) => ({ ...proxy(entrance, inherited), ...baseUrls(entrance) }),
};

/** The environment of the command: what the gate inherited, and what leads the command's requests to the gate. */
export function environmentOf(way: Way, entrance: Entrance, inherited: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...inherited, ...environments[way](entrance, inherited) };
}

function baseUrls({ port, baseUrlVariables }: Entrance): Variables {
  return Object.fromEntries(baseUrlVariables.map((name) => [name, `http://127.0.0.1:${port}`]));
}

/** Both spellings: curl and Ruby read http_proxy in lower case only, others the upper case. */
function proxies({ port }: Entrance): Variables {
  const url = `http://127.0.0.1:${port}`;
  const upper = { HTTP_PROXY: url, HTTPS_PROXY: url, ALL_PROXY: url, NO_PROXY: local };
  return {
    ...upper,
    ...Object.fromEntries(Object.entries(upper).map(([name, value]) => [name.toLowerCase(), value])),
  };
}

/** Where each language looks for the authorities that it trusts. */
function trusts({ port, trust }: Entrance): Variables {
  const { pem, pkcs12, phpFolder } = trust;
  return {
    SSL_CERT_FILE: pem, // OpenSSL: Python's urllib, Ruby, Go, .NET on Linux
    REQUESTS_CA_BUNDLE: pem, // Python's requests
    CURL_CA_BUNDLE: pem, // curl, requests
    PHP_INI_SCAN_DIR: `:${phpFolder}`, // PHP: after its own folder
    ...(pkcs12 === undefined ? {} : { JAVA_TOOL_OPTIONS: javaOptions(port, pkcs12) }),
  };
}

function javaOptions(port: number, store: string): string {
  const proxy = ['http', 'https'].flatMap((scheme) => [
    `-D${scheme}.proxyHost=127.0.0.1`,
    `-D${scheme}.proxyPort=${port}`,
  ]);
  const trust = ['', 'Type', 'Password'].map(
    (what, index) => `-Djavax.net.ssl.trustStore${what}=${[store, 'PKCS12', storePassword][index]}`,
  );
  return [...proxy, '-Dhttp.nonProxyHosts=localhost|127.*|[::1]', ...trust].join(' ');
}

/** Node: its authorities, its proxy where it has one of its own (24 on), and a preload where it has none. */
function node(
  { port, trust }: Entrance,
  { NODE_OPTIONS = '' }: NodeJS.ProcessEnv,
  preload: 'proxy' | 'sockets',
): Variables {
  const module = new URL(`preload/${preload}.mjs`, import.meta.url).href;
  return {
    NODE_EXTRA_CA_CERTS: trust.pem,
    NODE_OPTIONS: `${NODE_OPTIONS} --import=${module}`.trim(),
    SDK_GATE_PORT: String(port),
    ...(preload === 'proxy' ? { NODE_USE_ENV_PROXY: '1' } : {}),
  };
}
