import { type Endpoint, operations } from '#api/operations';
import { isObject } from '#api/values/json';
import { type Exchange, headerOf } from '../played.ts';
import type { Input } from '../scenario.ts';
import { broken, each, inScenario, type Judge, passed, requestsOf, unsent } from './judgement.ts';

/** Returns what the caller gave arrives: every field of the body, and of an agreement its client.id and its x-platform-id. */
export function givenArrives(endpoint: Endpoint): Judge {
  return inScenario((played, { input }) =>
    each(played, requestsOf(played, endpoint), (exchange) => {
      const [lost] = [...lostFrom(exchange.json, input.body, ''), ...lostBesides(exchange, input)];
      return lost === undefined ? undefined : `${lost} does not arrive as the caller gave it`;
    }),
  );
}

function lostBesides(exchange: Exchange, { client_id, platform_id }: Input): string[] {
  const client = client_id !== undefined && exchange.query.get('client.id') !== client_id;
  const platform = platform_id !== undefined && headerOf(exchange, 'x-platform-id') !== platform_id;
  return [...(client ? ['query client.id'] : []), ...(platform ? ['header x-platform-id'] : [])];
}

/** The pointers of what was given and did not arrive. What is null or empty may be left out, for it says nothing. */
function lostFrom(sent: unknown, given: unknown, pointer: string): string[] {
  if (isNothing(given) && (sent === undefined || isNothing(sent))) return [];
  if (Array.isArray(given)) {
    const list: readonly unknown[] = Array.isArray(sent) ? sent : [];
    return given.flatMap((one, index) => lostFrom(list[index], one, `${pointer}/${index}`));
  }
  if (isObject(given)) {
    const holder = isObject(sent) ? sent : {};
    return Object.entries(given).flatMap(([name, one]) => lostFrom(holder[name], one, `${pointer}/${name}`));
  }
  return isSame(sent, given) ? [] : [pointer];
}

function isNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** A date may be written otherwise: another offset, or without its time where the reference wants a Date. */
function isSame(sent: unknown, given: unknown): boolean {
  if (sent === given) return true;
  if (typeof sent !== 'string' || typeof given !== 'string' || !isDate.test(given) || !isDate.test(sent)) return false;
  return Date.parse(sent) === Date.parse(given) || given.startsWith(sent);
}

const isDate = /^\d{4}-\d{2}-\d{2}(?:T.+)?$/;

/**
 * The ids of a path arrive as the caller gave them, or nothing is sent: a request to any other path went there with the
 * caller's token. A refusal shows nothing of a client that sends no plain id either.
 */
export function idsArrive(endpoint: Endpoint): Judge {
  return inScenario((played, { input }) => {
    const walked = played.exchanges.find(
      ({ record }) => record.endpoint !== endpoint && record.endpoint !== 'oauth-token',
    );
    if (walked) return broken(`the id leads to ${walked.record.method} ${walked.record.target}`, walked);
    for (const exchange of requestsOf(played, endpoint)) {
      const reason = faultOf(endpoint, exchange.record.target, exchange.parameters, input.parameters ?? {});
      if (reason !== undefined) return broken(reason, exchange);
    }
    const sent = requestsOf(played, endpoint).length > 0;
    const isRefused = played.said?.outcome === 'error';
    const sendsPlain = played.control !== undefined && requestsOf(played.control, endpoint).length > 0;
    return sent || (isRefused && sendsPlain) ? passed : unsent(played);
  });
}

/** A request to the operation with other ids, or with a rest of an id in its query or fragment, walked as well. */
function faultOf(
  endpoint: Endpoint,
  target: string,
  arrived: Readonly<Record<string, string>>,
  given: Readonly<Record<string, string>>,
): string | undefined {
  const other = Object.keys(given).find((name) => arrived[name] !== given[name]);
  if (other !== undefined)
    return `the ${other} ${JSON.stringify(given[other])} arrives as ${JSON.stringify(arrived[other])}`;
  const step = Object.values(arrived).find((id) => id === '.' || id === '..');
  if (step !== undefined) return `the path has the step ${step}, which whoever reads a URL takes (RFC 3986, 5.2.4)`;
  if (/[^!-~]/.test(target)) return 'the path has characters that have to be percent-encoded';
  return /[?#]/.test(target) ? `something follows the path of ${operations[endpoint].path}` : undefined;
}
