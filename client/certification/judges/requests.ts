import { getField } from '#api/exchange';
import { type Endpoint, operations } from '#api/operations';
import { isEmpty } from '#api/values/json';
import { type Industry, industryRows } from '#factories/preferences/industry';
import { findPlaces, getValue, isSame, listLeaves, matchOperation, type Place } from '../../contract/check.ts';
import { findForeignPaths, listPlacesInExamples } from '../../contract/fields.ts';
import { checks } from '../../contract/judge.ts';
import { isBreach } from '../../result/findings.ts';
import { getBearerToken, getHeaderValues, type Unparsed } from '../../wire/traffic.ts';
import {
  failed,
  isRejectedByClient,
  type Judge,
  judgeEach,
  judgeEachAccepted,
  judgeScenario,
  listRequests,
  PASSED,
  type Played,
  type PlayedExchange,
} from '../played.ts';
import type { Input } from '../scenario.ts';
import { latestToken } from './tokens.ts';

/** Returns the operation of a request whose path arrived, else that of the scenario. */
function getEndpoint({ text }: Unparsed, { scenario }: Played): Endpoint | undefined {
  const path = /^[A-Z]+ [^\s/]+(\/\S*)/.exec(text)?.[1];
  return path === undefined ? scenario?.operation : matchOperation(path.replace(/:$/, ''))?.endpoint;
}

function findBreaches(number: string) {
  const rules: readonly string[] = checks.filter(({ certifies }) => certifies === number).map(({ rule }) => rule);
  return ({ record }: PlayedExchange) =>
    record.findings.filter((found) => isBreach(found) && rules.includes(found.rule));
}

function getIndustry({ scenario }: Played, { record }: PlayedExchange): Industry | undefined {
  return scenario ? scenario.industry : (record.industry ?? undefined);
}

/** Returns true if a field arrives under the name of the examples, which contradict the tables (2.7). */
function isInExamples(place: string, { json }: PlayedExchange, { body }: Input): boolean {
  return listPlacesInExamples(place).some((other) => isSame(getValue(json, other), getValue(body, place)));
}

function listLostParameters(exchange: PlayedExchange, { client_id, platform_id, token }: Input): string[] {
  const sent = exchange.query.get('client.id') ?? undefined;
  const client = sent !== client_id && (client_id !== undefined || sent !== token?.client_id); // its own, if none is given
  const platform = platform_id !== undefined && getHeaderValues(exchange, 'x-platform-id').join() !== platform_id;
  return [...(client ? ['query client.id'] : []), ...(platform ? ['header x-platform-id'] : [])];
}

/** Matches a value that no client has by itself, as it may have a currency. */
const distinctive = /^(?=.*[\d@-]).{8,}$/s;

/** Returns the pointers of given values that did not arrive. Values that are null or empty may be left out. */
function listLostFields(sent: unknown, given: unknown): string[] {
  return listLeaves(given).flatMap(([place, value]) => {
    const arrived = getValue(sent, place);
    return isSame(arrived, value) || (isNothing(value) && isNothing(arrived)) ? [] : [place];
  });
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || isEmpty(value);
}

/** Finds other ids than the given ones, and a rest of an id in the query or fragment. */
function findChangedId(
  endpoint: Endpoint,
  { record: { target }, parameters }: PlayedExchange,
  given: Readonly<Record<string, string>>,
) {
  const other = Object.keys(given).find((name) => parameters[name] !== given[name]);
  if (other) return `the ${other} ${JSON.stringify(given[other])} arrives as ${JSON.stringify(parameters[other])}`;
  if (Object.values(parameters).includes('')) return 'an id of the path is empty';
  const step = Object.values(parameters).find((id) => id === '.' || id === '..');
  if (step !== undefined) return `the path has the segment ${step}, which URL parsers remove (RFC 3986, 5.2.4)`;
  if (/[^!-~]/.test(target)) return 'the path has characters that have to be percent-encoded';
  return /[?#]./.test(target) ? `a query or fragment follows the path ${operations[endpoint].path}` : undefined;
}

/** Returns true if a client got no token and reports that. */
function hasNoToken({ exchanges, report }: Played): boolean {
  const isRejection = ({ record: { endpoint, status } }: PlayedExchange) => endpoint === 'oauth-token' && status >= 400;
  return report?.outcome === 'error' && exchanges.length > 0 && exchanges.every(isRejection);
}

/** Returns true for a request to another operation; a token request may come before any other. */
function isElsewhere(found: Endpoint | null, endpoint: string): boolean {
  return found !== endpoint && found !== 'oauth-token';
}

/** Returns the given values of the call before that a request has, and the same request of the control has not. */
function listKept({ scenario, control, before }: Played, exchange: PlayedExchange): string[] {
  const alone = control?.exchanges.find(({ record }) => record.endpoint === exchange.record.endpoint);
  if (!alone || control?.scenario?.input.body !== scenario?.input.body) return [];
  const isOut = before?.is_sandbox && !scenario?.input.is_sandbox;
  const given = [...listLeaves(before?.body ?? {}), ...(isOut ? [['x-test-scope', 'sandbox'] as const] : [])];
  const read = (sent: PlayedExchange, place: string) =>
    place.startsWith('/') ? getValue(sent.json, place) : getHeaderValues(sent, place)[0];
  const has =
    (sent: PlayedExchange) =>
    ([place, value]: Place) =>
      isSame(read(sent, place), value);
  return given.filter((one) => has(exchange)(one) && !has(alone)(one)).map(([place]) => place);
}

export const requestJudges = {
  /** Checks that shipments are sent only where the industry lists them (2.7). */
  shipments: (played, operation) => {
    const requests = listRequests(played, operation);
    const known = requests.filter((exchange) => getIndustry(played, exchange) !== undefined);
    return judgeEachAccepted(played, known, (exchange) => {
      const industry = getIndustry(played, exchange);
      const lists = industry !== undefined && industryRows[industry].shipments.length > 0;
      const has = getField(exchange.json, 'shipments') !== undefined;
      return has && !lists ? `/shipments is sent, but a preference of ${industry} has no such field` : undefined;
    });
  },
  ownFields: (played, operation) =>
    judgeEachAccepted(played, listRequests(played, operation), (exchange) => {
      const industry = getIndustry(played, exchange);
      if (industry === undefined) return undefined;
      const given = listLeaves(played.scenario?.input.body).map(([place]) => place);
      const known = [...given, ...given.flatMap(listPlacesInExamples)].map((place) => `${place}/`);
      const isGiven = ([place]: Place) => known.some((one) => one.startsWith(`${place}/`));
      const isAdded = (path: string) => !findPlaces(exchange.json, path).every(isGiven);
      const added = findForeignPaths(exchange.json, industry).filter(isAdded);
      return added.map((place) => ({ place, text: `is not a field of ${industry}` }));
    }),
  testScope: (played, operation) => judgeEachAccepted(played, listRequests(played, operation), findBreaches('06')),
  /** Checks that the method, the path and the query are those of the operation, and the request goes nowhere else. */
  requestLine: (played, operation) => {
    const requests = listRequests(played, operation);
    const other = played.exchanges.find(({ record }) => isElsewhere(record.endpoint, operation));
    if (requests.length > 0 || !other || !played.scenario) return judgeEach(played, requests, findBreaches('01'));
    const { method, path } = operations[played.scenario.operation];
    return failed(`${other.record.method} ${other.record.target} is not ${method} /${path}`, other);
  },
  /** Checks that a body is complete and exact JSON with the right media type, and that a deletion has none. */
  wellFormed: (played, operation) => {
    const cut = played.unparsed.filter(({ kind }) => kind === 'broken-off' || kind === 'malformed-request');
    const unread = cut.find((unparsed) => getEndpoint(unparsed, played) === operation);
    return unread ? failed(unread.text) : judgeEach(played, listRequests(played, operation), findBreaches('02'));
  },
  bodyBySchema: (played, operation) =>
    judgeEach(played, listRequests(played, operation), (exchange) =>
      exchange.json === undefined ? 'the body is not JSON' : findBreaches('03')(exchange),
    ),
  /** Checks that the Authorization header is Bearer with the token that was given, or that a token response returned. */
  bearer: (played, operation) => {
    const requests = listRequests(played, operation);
    if (requests.length === 0 && hasNoToken(played)) return PASSED;
    return judgeEach(played, requests, (exchange) => {
      const found = findBreaches('04')(exchange);
      const token = played.scenario && latestToken(played, exchange);
      const isOther = token !== undefined && getBearerToken(exchange) !== token;
      return found.length === 0 && isOther ? 'header Authorization has another token than the client has' : found;
    });
  },
  /** Checks that the caller's values arrive: every body field, and client.id and x-platform-id of an agreement. */
  givenArrives: judgeScenario((played, { input, operation }) =>
    judgeEach(played, listRequests(played, operation), (exchange) => {
      const fields = listLostFields(exchange.json, input.body).filter((place) => !isInExamples(place, exchange, input));
      const next = `/items/${[getField(input.body, 'items')].flat().length}`;
      const added = getValue(exchange.json, next) === undefined ? [] : [next];
      const places = [...fields, ...added, ...listLostParameters(exchange, input)];
      return places.map((place) => ({ place, text: 'arrives changed' }));
    }),
  ),
  /** Checks that nothing is sent which the caller gave for the call before alone. */
  callsApart: judgeScenario((played, { input }) => {
    const now = listLeaves(input).join('\n');
    const gone = listLeaves(played.before).filter(([, one]) => distinctive.test(`${one}`) && !now.includes(`${one}`));
    return judgeEach(played, played.exchanges, (exchange) => {
      const { parameters, query, headers, body } = exchange;
      const sent = [...Object.values(parameters), ...query.values(), ...headers, body].join('\n');
      const kept = gone.filter(([, value]) => sent.includes(`${value}`)).map(([place]) => place);
      return [...kept, ...listKept(played, exchange)].map((place) => ({ place, text: 'of the call before is sent' }));
    });
  }),
  /** Checks that the ids arrive as given, on this path alone, or that a client which sends plain ids rejects them. */
  idsArrive: judgeScenario((played, { input, operation }) => {
    const other = played.exchanges.find(({ record }) => isElsewhere(record.endpoint, operation));
    if (other) return failed(`the id leads to ${other.record.method} ${other.record.target}`, other);
    if (isRejectedByClient(played, operation)) return PASSED;
    const find = (exchange: PlayedExchange) => findChangedId(operation, exchange, input.parameters ?? {});
    return judgeEach(played, listRequests(played, operation), find);
  }),
} satisfies Readonly<Record<string, Judge>>;
