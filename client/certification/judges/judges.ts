import { type Endpoint, operations } from '#api/operations';
import type { ClientId } from '#api/register';
import { isObject } from '#api/values/json';
import { getValue } from '../../contract/json.ts';
import { placeInExamples } from '../../contract/unlisted.ts';
import {
  type Exchange,
  failed,
  getHeader,
  type Judge,
  judgeEach,
  judgeScenario,
  listRequests,
  notSent,
  PASSED,
} from '../played.ts';
import type { Input } from '../scenario.ts';
import {
  acceptsSuccess,
  createsOnce,
  reportsError,
  returnsResult,
  stopsTrying,
  survivesBreak,
  waitsOut,
} from './answers.ts';
import {
  againWithKey,
  askAddedFields,
  askAnyRequest,
  askOptionalFields,
  askRejectedIds,
  askRequests,
  countTries,
  furtherHeaders,
  knowsGrant,
  protocol,
  sentTestScope,
  tokenReuse,
  waits,
} from './questions.ts';
import { bearer, bodyBySchema, ownFields, requestLine, shipments, testScope, wellFormed } from './requests.ts';
import {
  codeInTime,
  codeOnce,
  grantAsGiven,
  hasCleanUrls,
  redirectUri,
  renewal,
  scope,
  secretInTokenBodyOnly,
  tokenInHeaderOnly,
} from './tokens.ts';

const [token, preferences, users, intents, agreements, orders] = [
  'oauth-token',
  'checkout-preferences',
  'test-users',
  'point-payment-intents',
  'wallet-agreements',
  'instore-orders',
] as const satisfies readonly Endpoint[];

const credentials = ['client_id', 'client_secret'];

/** Holds the judge of each requirement of a client. */
export const judges: Readonly<Record<ClientId, Judge>> = {
  'CTK-01': requestLine(token),
  'CTK-02': wellFormed(token),
  'CTK-03': bodyBySchema(token),
  'CTK-04': grantAsGiven('authorization_code', ['code', ...credentials]),
  'CTK-05': grantAsGiven('refresh_token', ['refresh_token', ...credentials]),
  'CTK-06': redirectUri,
  'CTK-07': scope,
  'CTK-08': codeOnce,
  'CTK-09': codeInTime,
  'CTK-10': renewal,
  'CTK-20': reportsError(token),
  'CTK-21': acceptsSuccess(token),
  'CTK-22': acceptsSuccess(token),
  'CTK-23': waitsOut,
  'CTK-26': returnsResult(token, ['access_token', 'refresh_token']),
  'CTK-60': askOptionalFields,
  'CTK-61': askRequests(token, ([exchange]) => getHeader(exchange, 'authorization') !== undefined),
  'CTK-62': askRequests(token, ([{ json }]) => Reflect.has(Object(json), 'redirect_uri')),
  'CTK-63': knowsGrant,
  'CTK-64': countTries(token),
  'CTK-65': countTries(token),
  'CTK-66': tokenReuse,

  'CPR-01': requestLine(preferences),
  'CPR-02': wellFormed(preferences),
  'CPR-03': bodyBySchema(preferences),
  'CPR-04': bearer(preferences),
  'CPR-05': shipments,
  'CPR-21': acceptsSuccess(preferences),
  'CPR-22': acceptsSuccess(preferences),
  'CPR-23': createsOnce(preferences),
  'CPR-24': givenArrives(preferences),
  'CPR-25': ownFields,
  'CPR-60': askAddedFields(preferences),
  'CPR-61': againWithKey,

  'CUS-01': requestLine(users),
  'CUS-02': wellFormed(users),
  'CUS-03': bodyBySchema(users),
  'CUS-04': bearer(users),
  'CUS-20': reportsError(users),
  'CUS-21': acceptsSuccess(users),
  'CUS-22': acceptsSuccess(users),
  'CUS-23': createsOnce(users),
  'CUS-24': givenArrives(users),
  'CUS-26': returnsResult(users, ['id', 'nickname', 'password']),
  'CUS-60': askAddedFields(users),

  'CPI-01': requestLine(intents),
  'CPI-02': wellFormed(intents),
  'CPI-04': bearer(intents),
  'CPI-05': idsArrive(intents),
  'CPI-06': testScope,
  'CPI-07': idsArrive(intents),
  'CPI-20': reportsError(intents),
  'CPI-21': acceptsSuccess(intents),
  'CPI-22': acceptsSuccess(intents),
  'CPI-26': returnsResult(intents, ['id']),
  'CPI-60': sentTestScope,
  'CPI-61': askRejectedIds,

  'CAG-01': requestLine(agreements),
  'CAG-02': wellFormed(agreements),
  'CAG-03': bodyBySchema(agreements),
  'CAG-04': bearer(agreements),
  'CAG-20': reportsError(agreements),
  'CAG-21': acceptsSuccess(agreements),
  'CAG-22': acceptsSuccess(agreements),
  'CAG-23': createsOnce(agreements),
  'CAG-24': givenArrives(agreements),
  'CAG-26': returnsResult(agreements, ['agreement_id', 'agreement_uri']),
  'CAG-60': askAddedFields(agreements),

  'COR-01': requestLine(orders),
  'COR-02': wellFormed(orders),
  'COR-04': bearer(orders),
  'COR-05': idsArrive(orders),
  'COR-06': idsArrive(orders),
  'COR-20': reportsError(orders),
  'COR-22': acceptsSuccess(orders),
  'COR-61': askRejectedIds,

  'CLI-01': hasCleanUrls,
  'CLI-02': secretInTokenBodyOnly,
  'CLI-03': tokenInHeaderOnly,
  'CLI-20': survivesBreak,
  'CLI-21': stopsTrying,
  'CLI-60': countTries(preferences),
  'CLI-61': waits,
  'CLI-62': protocol,
  'CLI-63': furtherHeaders,
  'CLI-64': askAnyRequest((exchange) => getHeader(exchange, 'user-agent') ?? 'none'),
  'CLI-65': askAnyRequest((exchange) => getHeader(exchange, 'accept-encoding') ?? 'none'),
};

/** Returns what the caller gave arrives: every field of the body, and of an agreement its client.id and its x-platform-id. */
function givenArrives(endpoint: Endpoint): Judge {
  return judgeScenario((played, { input }) =>
    judgeEach(played, listRequests(played, endpoint), (exchange) => {
      const fields = lostFrom(exchange.json, input.body, '').filter((place) => !isInExamples(place, exchange, input));
      const lost = [...fields, ...listLostParameters(exchange, input)].map(
        (place) => `${place} does not arrive as the caller gave it`,
      );
      return lost.length === 0 ? undefined : lost.join('; ');
    }),
  );
}

/** Returns true if a field arrives under the name of the examples, which contradict the tables (2.7). */
function isInExamples(place: string, { json }: Exchange, { body }: Input): boolean {
  const other = placeInExamples(place);
  return other !== undefined && isSame(getValue(json, other), getValue(body, place));
}

function listLostParameters(exchange: Exchange, { client_id, platform_id }: Input): string[] {
  const client = client_id !== undefined && exchange.query.get('client.id') !== client_id;
  const platform = platform_id !== undefined && getHeader(exchange, 'x-platform-id') !== platform_id;
  return [...(client ? ['query client.id'] : []), ...(platform ? ['header x-platform-id'] : [])];
}

/** Returns the pointers of what was given and did not arrive. What is null or empty may be left out, for it says nothing. */
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

/** Compares two values. A date may be written differently: another offset, or without its time where the reference has a Date. */
function isSame(sent: unknown, given: unknown): boolean {
  if (sent === given) return true;
  if (typeof sent !== 'string' || typeof given !== 'string' || !isDate.test(given) || !isDate.test(sent)) return false;
  return Date.parse(sent) === Date.parse(given) || given.startsWith(sent);
}

const isDate = /^\d{4}-\d{2}-\d{2}(?:T.+)?$/;

/**
 * Checks that the ids of a path arrive as the caller gave them, or nothing is sent: a request to any other path went there with the
 * caller's token. A rejection shows nothing of a client that sends no plain id either.
 */
function idsArrive(endpoint: Endpoint): Judge {
  return judgeScenario((played, { input }) => {
    const walked = played.exchanges.find(
      ({ record }) => record.endpoint !== endpoint && record.endpoint !== 'oauth-token',
    );
    if (walked) return failed(`the id leads to ${walked.record.method} ${walked.record.target}`, walked);
    for (const exchange of listRequests(played, endpoint)) {
      const reason = faultOf(endpoint, exchange.record.target, exchange.parameters, input.parameters ?? {});
      if (reason !== undefined) return failed(reason, exchange);
    }
    const sent = listRequests(played, endpoint).length > 0;
    const isRefused = played.report?.outcome === 'error';
    const sendsPlain = played.control !== undefined && listRequests(played.control, endpoint).length > 0;
    return sent || (isRefused && sendsPlain) ? PASSED : notSent(played);
  });
}

/** Finds other ids than the given ones, and a rest of an id in the query or fragment. */
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
