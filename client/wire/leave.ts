import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { matchesNoProxy } from '#run/gateway';
import { parseProxyUrl } from '#run/settings/setting-kinds';

/** Tells whether a host may be reached, and a connection to it. */
export interface Leave {
  readonly allows: (host: string) => boolean;
  readonly connect: (host: string, port: number) => Promise<Duplex>;
}

/** Lets connections to these hosts out, through the caller's own proxy where there is one. */
export function createLeave(
  hosts: readonly string[],
  inherited: NodeJS.ProcessEnv,
  passed: (place: string) => void,
): Leave {
  const proxy = callersProxy(inherited);
  const { NO_PROXY, no_proxy } = inherited;
  const around = (NO_PROXY ?? no_proxy ?? '').split(',');
  const goesAround = (host: string) => around.some((entry) => matchesNoProxy(entry, host));
  return {
    allows: (host) => hosts.some((entry) => matchesNoProxy(entry, host)),
    connect: (host, port) => {
      passed(`${host}:${port}`);
      return proxy && !goesAround(host) ? through(proxy, `${host}:${port}`) : directly(host, port);
    },
  };
}

/** Returns the caller's own proxy. Throws one sentence if it is invalid. */
function callersProxy({ HTTPS_PROXY, https_proxy }: NodeJS.ProcessEnv): URL | undefined {
  const proxy = HTTPS_PROXY ?? https_proxy;
  if (!proxy) return undefined;
  const url = parseProxyUrl(proxy);
  if (url) return url;
  throw new Error('https_proxy is no URL of a proxy: set it to one such as http://proxy.example.com:3128.');
}

async function directly(host: string, port: number): Promise<Duplex> {
  const socket = connect(port, host);
  await once(socket, 'connect');
  return socket;
}

function through({ hostname, port, username, password }: URL, path: string): Promise<Duplex> {
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  const headers = username ? { 'proxy-authorization': `Basic ${credentials.toString('base64')}` } : {};
  return new Promise((resolve, reject) => {
    const asking = request({ host: hostname, port, method: 'CONNECT', path, headers });
    asking.on('error', reject).on('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) resolve(socket);
      else reject(new Error(`The proxy ${hostname}:${port} answered ${statusCode} to ${path}.`));
    });
    asking.end();
  });
}
