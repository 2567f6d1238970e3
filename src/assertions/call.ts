import { type Exchange, getField, parseJson, type ResponseRecord, type SentRequest } from '#api/exchange';
import type { Endpoint } from '#api/operations';
import { buildRequest, type CallOptions } from '#http/request';
import { recordRequestSecrets, recordResponseSecrets } from '#redaction/redact';
import { writeInOrder } from '#run/in-order';
import { recordBuild } from '#run/reported-settings';
import { type RequestToken, recordTokenIssued } from '#safety/live-tokens';
import { createSpend, type Purpose } from '#safety/spend';
import type { Connection } from './connection.ts';
import { controls } from './control/controls.ts';
import { checkBroken } from './control/forms.ts';
import { CONTROL, observe, recordExchange } from './observe.ts';
import { learnIssued, learnSent, recordRepeatedCredential } from './repeated-credentials.ts';

/** Sends a request of an operation and returns the exchange. */
export type Call = (endpoint: Endpoint, options: CallOptions) => Promise<Exchange>;

/** A call with its purpose. */
export type Send = (endpoint: Endpoint, options: CallOptions, purpose?: Purpose) => Promise<Exchange>;

/** Returns what a matcher may do with an exchange. */
export type Checks = (
  exchange: Pick<Exchange, 'endpoint' | 'request'>,
) => Pick<Exchange, 'control' | 'negativeControl' | 'reproduce'>;

/** Returns a function that sends to the connected target; `askToken` gets the token needed to create or delete. */
export function createCall(connection: Connection, checks: Checks, tag: string, askToken: RequestToken): Send {
  const { run, reach, guard, journal, reproduction } = connection;
  const spend = createSpend(run, journal.hasBaseline);
  return async (endpoint, options, purpose) => {
    const request = buildRequest(run.settings, endpoint, options);
    if (options.breaks) checkBroken(`${endpoint}/request`, parseJson(request.body ?? ''), options.breaks);
    await guard.checkRequest(request, options.path ?? {}, askToken);
    recordRequestSecrets(request);
    learnSent(request);
    const [{ request: broken }] = controls[endpoint].broken(tag);
    const sign = () => buildRequest(run.settings, endpoint, broken);
    const answer = await spend(
      endpoint,
      purpose,
      () =>
        reach(request, { sign, expected: options.expected, isDecided: purpose === 'rejection' || isDecided(options) }),
      () => journal.countCreated(request),
    );
    recordResponseSecrets(answer);
    recordBuild(answer.headers, run.settings);
    reproduction.recordObserved(request, answer);
    learnIssued(answer);
    if (endpoint === 'oauth-token') recordTokens(request, answer, connection);
    const exchange = { endpoint, request, ...answer, ...checks({ endpoint, request }) };
    writeInOrder(() => {
      observe(exchange);
      recordRepeatedCredential(exchange);
      recordExchange(exchange, purpose === 'control' ? CONTROL : '');
    });
    return exchange;
  };
}

function recordTokens({ body = '' }: SentRequest, answer: ResponseRecord, { guard, store }: Connection): void {
  recordTokenIssued(answer);
  guard.checkToken?.(answer);
  store.carryOn(getField(parseJson(body), 'refresh_token'), getField(answer.json, 'refresh_token'));
}

/** Returns true if a 503 must be judged instead of retried. */
function isDecided({ expected, breaks, text }: CallOptions): boolean {
  return expected !== undefined || breaks !== undefined || text !== undefined;
}
