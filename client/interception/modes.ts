import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import { promisify } from 'node:util';
import { matchesNoProxy } from '#http/gateway';

/** The interception mode: the route by which a command's requests reach the gate. */
export type InterceptionMode = 'proxy' | 'node' | 'base-url' | 'transparent';

export interface Interception {
  readonly way: InterceptionMode;
  readonly address: string;
  readonly port: number;
  readonly trust: Trust;
  readonly baseUrlVariables: readonly string[];
  readonly hosts: readonly string[];
  readonly allowedHosts: readonly string[];
}

export const DEFAULT_HOST = 'api.mercadopago.com';

/** Names the variable of the base URL; options add others. */
export const DEFAULT_VARIABLE = 'MP_BASE_URL';

export const loopback = ['localhost', '127.0.0.1', '::1'];

type Variables = Readonly<Record<string, string | undefined>>;
type Make = (interception: Interception, inherited: NodeJS.ProcessEnv) => Variables;

/** Node: its authorities, its proxy where it has one of its own (24 on), and a preload where it has none. */
const node: Make = ({ way, address, port, trust, allowedHosts }, { NODE_OPTIONS = '' }) => {
  const module = new URL(`preload/${way === 'node' ? 'sockets' : 'proxy'}.mjs`, import.meta.url).href;
  return {
    NODE_EXTRA_CA_CERTS: trust.pem,
    NODE_OPTIONS: `${NODE_OPTIONS} --import=${module}`.trim(),
    SDK_GATE_HOST: address,
    SDK_GATE_PORT: String(port),
    SDK_GATE_ALLOWED: allowedHosts.join(','),
    ...(way === 'node' ? {} : { NODE_USE_ENV_PROXY: '1' }),
  };
};

const proxy: Make = (interception, inherited) => ({
  ...getProxies(interception, inherited),
  ...getTrust(interception, inherited),
  ...getJavaOptions(interception, inherited),
  ...node(interception, inherited),
});

/** With a base URL the proxy is set too: for requests that go elsewhere, and must not get out. */
const environments: Readonly<Record<InterceptionMode, Make>> = {
  proxy,
  node,
  'base-url': (interception, inherited) => ({
    ...proxy(interception, inherited),
    ...Object.fromEntries(interception.baseUrlVariables.map((name) => [name, toOrigin(interception)])),
  }),
  transparent: (interception, inherited) => ({
    ...inBothCases({ HTTP_PROXY: undefined, HTTPS_PROXY: undefined, ALL_PROXY: undefined }),
    ...getTrust(interception, inherited),
    ...getJavaOptions(interception, inherited),
    NODE_EXTRA_CA_CERTS: interception.trust.pem,
    SDK_GATE_INSIDE: undefined, // the gate's own
  }),
};

/** Returns the environment of the command: the inherited one, and the variables that lead its requests to the gate. */
export function buildEnvironment(interception: Interception, inherited: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...inherited, ...environments[interception.way](interception, inherited) };
}

/** Returns the URL of the gate without a path. */
export function toOrigin({ address, port }: Pick<Interception, 'address' | 'port'>): string {
  return `http://${isIPv6(address) ? `[${address}]` : address}:${port}`;
}

/** Returns the proxy variables in both spellings: curl and Ruby read http_proxy in lower case, others in upper case. */
function getProxies(interception: Interception, { NO_PROXY, no_proxy }: NodeJS.ProcessEnv): Variables {
  const url = toOrigin(interception);
  // The caller's exceptions stay, except for the API itself.
  const entries = (NO_PROXY ?? no_proxy ?? '').split(',').filter((entry) => entry.trim() !== '');
  const kept = entries.filter((entry) => !interception.hosts.some((host) => matchesNoProxy(entry, host)));
  const around = [...new Set([...loopback, ...kept])].join(',');
  return inBothCases({ HTTP_PROXY: url, HTTPS_PROXY: url, ALL_PROXY: url, NO_PROXY: around });
}

function inBothCases(variables: Variables): Variables {
  const lower = Object.entries(variables).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...variables, ...Object.fromEntries(lower) };
}

function getTrust({ trust: { bundle, phpFolder } }: Interception, { PHP_INI_SCAN_DIR = '' }: NodeJS.ProcessEnv) {
  return {
    SSL_CERT_FILE: bundle, // OpenSSL: Python's urllib, Ruby, Go, .NET on Linux
    REQUESTS_CA_BUNDLE: bundle, // Python's requests
    CURL_CA_BUNDLE: bundle, // curl, requests
    PHP_INI_SCAN_DIR: `${PHP_INI_SCAN_DIR}:${phpFolder}`, // PHP: after its own folder, or the caller's
  };
}

/** Returns the options of the JVM, which takes the last of two alike: the caller's are first. */
function getJavaOptions({ way, address, port, trust }: Interception, { JAVA_TOOL_OPTIONS = '' }: NodeJS.ProcessEnv) {
  if (trust.jvmStore === undefined) return {};
  const proxy = ['http', 'https'].flatMap((scheme) => [
    `-D${scheme}.proxyHost=${address}`,
    `-D${scheme}.proxyPort=${port}`,
  ]);
  const store = { trustStore: trust.jvmStore, trustStoreType: 'PKCS12', trustStorePassword: storePassword };
  const options = [
    ...(way === 'transparent' ? [] : [...proxy, '-Dhttp.nonProxyHosts=localhost|127.*|[::1]']),
    ...Object.entries(store).map(([name, value]) => `-Djavax.net.ssl.${name}=${value}`),
  ];
  return { JAVA_TOOL_OPTIONS: [JAVA_TOOL_OPTIONS, ...options].join(' ').trim() };
}

export interface Trust {
  readonly pem: string;
  /** The authority, and those that the machine trusts anyway: some variables replace what a language knows. */
  readonly bundle: string;
  /** A trust store for the JVM; undefined if not asked for, or the machine has no keytool. */
  readonly jvmStore: string | undefined;
  readonly phpFolder: string;
}

/** Holds the password of the JVM's trust store, which holds public certificates and requires some password. */
const storePassword = 'changeit';

/** Lists the files in which distributions keep their authorities. */
export const bundles = ['/etc/ssl/certs/ca-certificates.crt', '/etc/pki/tls/certs/ca-bundle.crt', '/etc/ssl/cert.pem'];

/** Writes the files by which languages trust the authority of the gate; a store for the JVM only if one is needed. */
export async function writeTrust(
  folder: string,
  authority: string,
  { NODE_EXTRA_CA_CERTS, SSL_CERT_FILE, JAVA_HOME }: NodeJS.ProcessEnv,
  forJvm: boolean,
): Promise<Trust> {
  const place = (name: string) => path.join(folder, name);
  const [pem, bundle, phpFolder] = [place('ca.pem'), place('bundle.pem'), place('php')];
  const found = [SSL_CERT_FILE, ...bundles].find((file) => file !== undefined && existsSync(file));
  writeFileSync(pem, [authority, readText(NODE_EXTRA_CA_CERTS)].join('\n'));
  writeFileSync(bundle, [authority, found === undefined ? rootCertificates.join('\n') : readText(found)].join('\n'));
  mkdirSync(phpFolder);
  writeFileSync(path.join(phpFolder, 'sdk-gate.ini'), `curl.cainfo=${bundle}\nopenssl.cafile=${bundle}\n`);
  return { pem, bundle, phpFolder, jvmStore: forJvm ? await writeJvmStore(folder, authority, JAVA_HOME) : undefined };
}

function readText(file: string | undefined): string {
  return file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : '';
}

async function writeJvmStore(folder: string, authority: string, home?: string): Promise<string | undefined> {
  const [store, certificate] = [path.join(folder, 'ca.p12'), path.join(folder, 'authority.pem')];
  writeFileSync(certificate, authority);
  const into = ['-keystore', store, '-storetype', 'PKCS12', '-storepass', storePassword];
  const add = ['-importcert', '-noprompt', '-alias', 'sdk-gate', '-file', certificate];
  try {
    await promisify(execFile)(home ? path.join(home, 'bin', 'keytool') : 'keytool', [...add, ...into]);
    return store;
  } catch {
    return undefined;
  }
}
