import type { Connection } from './arrivals.ts';
import type { Reached } from './traffic.ts';

/** Says where a request is for. */
export interface Destination {
  readonly scheme: 'http' | 'https';
  readonly host: string;
  readonly port: number;
  readonly reached: Reached;
  /** Path and query. */
  readonly target: string;
}

const ports = { http: 80, https: 443 };

/** Holds what a request that names nobody is for: the gate's own address. */
const itself = '127.0.0.1';

/** Reads the destination from what a request line names, else from its tunnel, its Host header, the TLS name. */
export function getDestination(line: string, hostHeader: string | undefined, connection: Connection): Destination {
  const { scheme, tunnel, reached, serverName } = connection;
  const absolute = /^(https?):\/\/([^/?#]*)(.*)$/is.exec(line);
  if (absolute) {
    const [, name = '', authority = '', rest = ''] = absolute;
    const named = name.toLowerCase() === 'https' ? 'https' : 'http';
    const target = rest.startsWith('/') ? rest : `/${rest}`;
    return { scheme: named, ...splitAuthority(authority, ports[named]), reached: 'proxy', target };
  }
  const authority = tunnel ?? hostHeader ?? serverName ?? itself;
  return { scheme, ...splitAuthority(authority, ports[scheme]), reached, target: line };
}

/** `[::1]:8080` is host `::1` and port 8080; without a port it is the one of the scheme. */
export function splitAuthority(authority: string, usual: number): { host: string; port: number } {
  const [, inBrackets, plain = '', port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d+))?$/.exec(authority) ?? [];
  return {
    host: (inBrackets ?? plain.replace(/\.$/, '')).toLowerCase(),
    port: port === undefined ? usual : Number(port),
  };
}
