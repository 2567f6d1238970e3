import { matchesNoProxy } from '#run/gateway';
import { storePassword, type Trust } from './trust.ts';

/** Holds the ways in which a command's requests come to the gate. */
const ways = ['proxy', 'node', 'base-url', 'transparent'] as const;
export type InterceptionMode = (typeof ways)[number];

/** Describes what the environment of the command is made from. */
export interface Entrance {
  readonly port: number;
  readonly trust: Trust;
  readonly baseUrlVariables: readonly string[];
  /** The hosts of the API. */
  readonly hosts: readonly string[];
  /** Hosts that may be reached. */
  readonly allowedHosts: readonly string[];
}

type Variables = Readonly<Record<string, string | undefined>>;
type Make = (entrance: Entrance, inherited: NodeJS.ProcessEnv) => Variables;

const local = ['localhost', '127.0.0.1', '::1'];

const proxy: Make = (entrance, inherited) => ({
  ...proxies(entrance, inherited),
  ...trusts(entrance, inherited),
  ...java(entrance, inherited, [...javaProxy(entrance), ...javaTrust(entrance)]),
  ...node(entrance, inherited, 'proxy'),
});

/** With a base URL the proxy stands there too: for what goes elsewhere all the same, and must not get out. */
const environments: Readonly<Record<InterceptionMode, Make>> = {
  proxy,
  node: (entrance, inherited) => node(entrance, inherited, 'sockets'),
  'base-url': (entrance, inherited) => ({ ...proxy(entrance, inherited), ...baseUrls(entrance) }),
  transparent: (entrance, inherited) => ({
    ...noProxies,
    ...trusts(entrance, inherited),
    ...java(entrance, inherited, javaTrust(entrance)),
    NODE_EXTRA_CA_CERTS: entrance.trust.pem,
    SDK_GATE_INSIDE: undefined, // the gate's own
  }),
};

/** Returns the environment of the command: what the gate inherited, and what leads the command's requests to the gate. */
export function buildEnvironment(
  way: InterceptionMode,
  entrance: Entrance,
  inherited: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  return { ...inherited, ...environments[way](entrance, inherited) };
}

function baseUrls({ port, baseUrlVariables }: Entrance): Variables {
  return Object.fromEntries(baseUrlVariables.map((name) => [name, `http://127.0.0.1:${port}`]));
}

/** Returns the proxy variables in both spellings: curl and Ruby read http_proxy in lower case only, others the upper case. */
function proxies({ port, hosts }: Entrance, inherited: NodeJS.ProcessEnv): Variables {
  const url = `http://127.0.0.1:${port}`;
  return inBothCases({
    HTTP_PROXY: url,
    HTTPS_PROXY: url,
    ALL_PROXY: url,
    NO_PROXY: around(hosts, inherited),
  });
}

/** Returns what the caller has stand beside the proxy stays there, but for the API itself. */
function around(hosts: readonly string[], { NO_PROXY, no_proxy }: NodeJS.ProcessEnv): string {
  const own = (NO_PROXY ?? no_proxy ?? '').split(',').filter((entry) => entry.trim() !== '');
  const kept = own.filter((entry) => !hosts.some((host) => matchesNoProxy(entry, host)));
  return [...new Set([...local, ...kept])].join(',');
}

const noProxies = inBothCases({ HTTP_PROXY: undefined, HTTPS_PROXY: undefined, ALL_PROXY: undefined });

function inBothCases(variables: Variables): Variables {
  const lower = Object.entries(variables).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...variables, ...Object.fromEntries(lower) };
}

/** Returns where each language looks for the authorities that it trusts. */
function trusts({ trust }: Entrance, { PHP_INI_SCAN_DIR = '' }: NodeJS.ProcessEnv): Variables {
  const { bundle, phpFolder } = trust;
  return {
    SSL_CERT_FILE: bundle, // OpenSSL: Python's urllib, Ruby, Go, .NET on Linux
    REQUESTS_CA_BUNDLE: bundle, // Python's requests
    CURL_CA_BUNDLE: bundle, // curl, requests
    PHP_INI_SCAN_DIR: `${PHP_INI_SCAN_DIR}:${phpFolder}`, // PHP: after its own folder, or the caller's
  };
}

/** Returns the options of the JVM. It takes the last of two that say the same: the caller's stand first. */
function java(
  { trust }: Entrance,
  { JAVA_TOOL_OPTIONS = '' }: NodeJS.ProcessEnv,
  options: readonly string[],
): Variables {
  if (trust.jvmStore === undefined) return {};
  return { JAVA_TOOL_OPTIONS: [JAVA_TOOL_OPTIONS, ...options].join(' ').trim() };
}

function javaProxy({ port }: Entrance): string[] {
  const proxies = ['http', 'https'].flatMap((scheme) => [
    `-D${scheme}.proxyHost=127.0.0.1`,
    `-D${scheme}.proxyPort=${port}`,
  ]);
  return [...proxies, '-Dhttp.nonProxyHosts=localhost|127.*|[::1]'];
}

function javaTrust({ trust }: Entrance): string[] {
  const store = { trustStore: trust.jvmStore, trustStoreType: 'PKCS12', trustStorePassword: storePassword };
  return Object.entries(store).map(([name, value]) => `-Djavax.net.ssl.${name}=${value}`);
}

/** Node: its authorities, its proxy where it has one of its own (24 on), and a preload where it has none. */
function node(
  { port, trust, allowedHosts }: Entrance,
  { NODE_OPTIONS = '' }: NodeJS.ProcessEnv,
  preload: 'proxy' | 'sockets',
): Variables {
  const module = new URL(`preload/${preload}.mjs`, import.meta.url).href;
  return {
    NODE_EXTRA_CA_CERTS: trust.pem,
    NODE_OPTIONS: `${NODE_OPTIONS} --import=${module}`.trim(),
    SDK_GATE_PORT: String(port),
    SDK_GATE_ALLOWED: allowedHosts.join(','),
    ...(preload === 'proxy' ? { NODE_USE_ENV_PROXY: '1' } : {}),
  };
}
