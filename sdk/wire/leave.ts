import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';

/** Whether a host may be reached, and a connection to it. */
export interface Leave {
  readonly allows: (host: string) => boolean;
  readonly connect: (host: string, port: number) => Promise<Duplex>;
}

/** Lets connections to these hosts out, through the caller's own proxy where there is one. */
export function leaveTo(
  hosts: readonly string[],
  inherited: NodeJS.ProcessEnv,
  passed: (place: string) => void,
): Leave {
  return {
    allows: (host) => hosts.some((entry) => covers(entry, host)),
    connect: (host, port) => {
      passed(`${host}:${port}`);
      const proxy = proxyFor(host, inherited);
      return proxy ? through(proxy, `${host}:${port}`) : directly(host, port);
    },
  };
}

/** Whether an entry of NO_PROXY, such as `.example.com` or `*`, has a host. */
export function covers(entry: string, host: string): boolean {
  const name = entry
    .trim()
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\*?\./, '');
  return entry.trim() === '*' || host === name || (name !== '' && host.endsWith(`.${name}`));
}

function proxyFor(
  host: string,
  { HTTPS_PROXY, https_proxy, NO_PROXY, no_proxy }: NodeJS.ProcessEnv,
): URL | undefined {
  const proxy = HTTPS_PROXY ?? https_proxy;
  const around = (NO_PROXY ?? no_proxy ?? '').split(',').some((entry) => entry !== '' && covers(entry, host));
  return proxy && !around ? new URL(proxy) : undefined;
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
