import type { ProxyServer } from '#run/settings/setting-kinds';
import type { Settings } from '#run/settings/settings';

type GatewaySettings = Pick<
  Settings,
  'BASE_URL' | 'EXTRA_HEADERS' | 'PROVIDER_STATES_HEADERS' | 'HTTPS_PROXY' | 'NO_PROXY' | 'CLIENT_CERT'
>;

/** Returns the proxy for a URL: that of HTTPS_PROXY for https, except for the hosts of NO_PROXY. */
export function findProxy(
  url: string,
  { HTTPS_PROXY, NO_PROXY }: Pick<Settings, 'HTTPS_PROXY' | 'NO_PROXY'>,
): ProxyServer | undefined {
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') return undefined;
  const { hostname } = new URL(url);
  return NO_PROXY.split(',').some((entry) => matchesNoProxy(entry, hostname)) ? undefined : HTTPS_PROXY;
}

/** Returns the texts of these settings that no report may hold. */
export function listGatewaySecrets(settings: GatewaySettings): string[] {
  const { EXTRA_HEADERS = {}, PROVIDER_STATES_HEADERS = {}, HTTPS_PROXY } = settings;
  const values = [...Object.values(EXTRA_HEADERS), ...Object.values(PROVIDER_STATES_HEADERS)];
  const credentials = values.map((value) => value.replace(/^\S+\s+/, ''));
  return [...values, ...credentials, HTTPS_PROXY?.username ?? '', HTTPS_PROXY?.password ?? ''];
}

/** Returns the client certificate for an https target, with its key, as Playwright takes it. */
export function readClientCertificates({ BASE_URL, CLIENT_CERT }: GatewaySettings) {
  if (CLIENT_CERT === '' || !BASE_URL.startsWith('https:')) return [];
  return [{ origin: new URL(BASE_URL).origin, certPath: CLIENT_CERT, keyPath: CLIENT_CERT }];
}

/** Returns true if an entry of NO_PROXY, such as `.example.com` or `*`, has a host. */
export function matchesNoProxy(entry: string, host: string): boolean {
  const plain = entry.trim().toLowerCase();
  const name = plain.replace(/:\d+$|^\*?\./g, '');
  return name === '*' || (name !== '' && (host === name || host.endsWith(`.${name}`)));
}
