import { getField } from '#api/exchange';
import { type Endpoint, operations } from '#api/operations';
import { type Industry, industryRows } from '#factories/preferences/industry';
import { matchOperation } from '../../contract/check.ts';
import { findForeignPaths } from '../../contract/unlisted.ts';
import type { Stray } from '../../wire/traffic.ts';
import {
  type Exchange,
  failed,
  getHeader,
  type Judge,
  judgeEach,
  judgeEachAccepted,
  listRequests,
  type Played,
} from '../played.ts';
import { latestToken } from './tokens.ts';

/** Lists the rules of client/contract by requirement. */
const pathRules = ['path-parameter', 'path-encoding', 'path-characters', 'collector-number', 'client-number'];
const lineRules = ['method', 'host', ...pathRules];
const jsonRules = ['content-type', 'exact-json', 'content-encoding', 'header-twice', 'no-body'];
const bodyRules = ['schema', 'number-as-text', 'unsupported-parameter'];

/** Checks that the method, the path and the query are those of the operation, and the request goes nowhere else. */
export function requestLine(endpoint: Endpoint): Judge {
  return (played) => {
    const own = listRequests(played, endpoint);
    // A token request may come before any other.
    const other = played.exchanges.find(({ record }) => ![endpoint, 'oauth-token'].includes(record.endpoint ?? ''));
    const { method, path } = operations[endpoint];
    if (own.length === 0 && other && played.scenario)
      return failed(`${other.record.method} ${other.record.target} is not ${method} /${path}`, other);
    return judgeEach(played, own, byRules(lineRules));
  };
}

/** Checks that the body is whole, and exact JSON of that media type; of a deletion there is none. */
export function wellFormed(endpoint: Endpoint): Judge {
  return (played) => {
    const cut = played.strays.filter(({ kind }) => kind === 'broken-off' || kind === 'malformed-request');
    const own = cut.find((stray) => getEndpoint(stray, played) === endpoint);
    return own ? failed(own.text) : judgeEach(played, listRequests(played, endpoint), byRules(jsonRules));
  };
}

/** Returns the operation of a request whose path arrived, else that of the scenario. */
function getEndpoint({ text }: Stray, { scenario }: Played): Endpoint | undefined {
  const path = /^[A-Z]+ [^\s/]+(\/\S*)/.exec(text)?.[1];
  return path === undefined ? scenario?.operation : matchOperation(path.replace(/:$/, ''))?.endpoint;
}

/** Checks the body against its schema. */
export function bodyBySchema(endpoint: Endpoint): Judge {
  const find = byRules(bodyRules);
  return (played) =>
    judgeEach(played, listRequests(played, endpoint), (exchange) =>
      exchange.json === undefined ? 'the body is no JSON' : find(exchange),
    );
}

function byRules(rules: readonly string[]): (exchange: Exchange) => string | undefined {
  return ({ record }) => {
    const found = record.findings.filter(({ level, rule }) => level === 'breach' && rules.includes(rule));
    return found.length === 0 ? undefined : found.map(({ place, text }) => `${place} ${text}`).join('; ');
  };
}

/** Checks that the Authorization header is Bearer with the token that the client has: as given, or as the token operation answered. */
export function bearer(endpoint: Endpoint): Judge {
  const find = byRules(['authorization']);
  return (played) =>
    judgeEach(played, listRequests(played, endpoint), (exchange) => find(exchange) ?? otherToken(played, exchange));
}

function otherToken(played: Played, exchange: Exchange): string | undefined {
  const token = played.scenario && latestToken(played, exchange);
  const sent = /^Bearer +(\S+)$/i.exec(getHeader(exchange, 'authorization') ?? '')?.[1];
  return token === undefined || sent === token
    ? undefined
    : 'header Authorization has another token than the client has';
}

/** Checks that shipments are sent only where the industry lists them (2.7). */
export const shipments: Judge = (played) => {
  const own = listRequests(played, 'checkout-preferences');
  const known = own.filter((exchange) => industryIn(played, exchange) !== undefined);
  return judgeEachAccepted(played, known, (exchange) => {
    const industry = industryIn(played, exchange);
    const lists = industry !== undefined && industryRows[industry].shipments.length > 0;
    const has = getField(exchange.json, 'shipments') !== undefined;
    return has && !lists ? `/shipments stands in a preference of ${industry}, which lists none` : undefined;
  });
};

/** Checks that no field of another industry is added. */
export const ownFields: Judge = (played) =>
  judgeEach(played, listRequests(played, 'checkout-preferences'), (exchange) => {
    const industry = industryIn(played, exchange);
    if (industry === undefined) return undefined;
    const given = new Set(findForeignPaths(played.scenario?.input.body, industry));
    const [added] = findForeignPaths(exchange.json, industry).filter((path) => !given.has(path));
    return added === undefined ? undefined : `${added} is no field of ${industry}`;
  });

function industryIn({ scenario }: Played, { record }: Exchange): Industry | undefined {
  return scenario ? scenario.industry : (record.industry ?? undefined);
}

/** Checks that an x-test-scope has the value sandbox. */
export const testScope: Judge = (played) =>
  judgeEachAccepted(played, listRequests(played, 'point-payment-intents'), byRules(['test-scope']));
