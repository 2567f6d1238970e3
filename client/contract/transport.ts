import { headerValues } from '../wire/traffic.ts';
import { all, type Check, type MatchedRequest, where } from './check.ts';

const ports = { http: 80, https: 443 };

/** The way by which a request came (preamble, 5; RFC 9110, 9112). */
export const transportChecks: readonly Check[] = [
  {
    rule: 'credential-in-clear',
    section: '5',
    weight: 'breach',
    about: 'No credential travels over plain http.',
    of: all,
    find: (request) =>
      isInClear(request) ? credentialsIn(request).map((place) => ({ place, text: 'travels over plain http' })) : [],
  },
  {
    rule: 'plain-http',
    section: '5',
    weight: 'stranger',
    about: 'The scheme is https.',
    of: all,
    find: (request) => where(isInClear(request) && credentialsIn(request).length === 0, 'scheme', 'is http'),
  },
  {
    rule: 'port',
    section: 'preamble',
    weight: 'breach',
    about: 'The port is the one of the scheme.',
    of: all,
    find: (request) => {
      const { port, scheme } = request;
      return where(!isByAddress(request) && port !== ports[scheme], 'port', `is not ${ports[scheme]}`, String(port));
    },
  },
  {
    rule: 'host',
    section: 'RFC 9112, 3.2',
    weight: 'breach',
    about: 'A request names its host once.',
    of: all,
    find: (request) => {
      const hosts = headerValues(request, 'host');
      const lacks = hosts.length === 0 && request.protocol === 'HTTP/1.1';
      return [...where(lacks, 'header Host', 'is missing'), ...where(hosts.length > 1, 'header Host', 'is sent twice')];
    },
  },
  {
    rule: 'content-encoding',
    section: 'RFC 9110, 8.4',
    weight: 'breach',
    about: 'A body is in the coding that its Content-Encoding names.',
    of: all,
    find: ({ codingFault }) =>
      codingFault === undefined ? [] : [{ place: 'header Content-Encoding', text: codingFault }],
  },
  {
    rule: 'content-encoding-unlisted',
    section: 'preamble',
    weight: 'stranger',
    about: 'A body is sent in no coding.',
    of: all,
    find: (request) =>
      headerValues(request, 'content-encoding').flatMap((value) =>
        where(
          request.codingFault === undefined && !/^\s*(?:identity)?\s*$/i.test(value),
          'header Content-Encoding',
          'is listed nowhere',
          value,
        ),
      ),
  },
];

function isInClear(request: MatchedRequest): boolean {
  return request.scheme === 'http' && !isByAddress(request);
}

/** The gate's own address: a base URL, whose scheme and port are the gate's and not the SDK's. */
function isByAddress({ host }: MatchedRequest): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

/** Returns where a request carries what opens something. */
function credentialsIn(request: MatchedRequest): string[] {
  const inBody = request.endpoint === 'oauth-token' && request.body.length > 0;
  const inHeader = headerValues(request, 'authorization').length > 0;
  return [...(inBody ? ['body'] : []), ...(inHeader ? ['header Authorization'] : [])];
}
