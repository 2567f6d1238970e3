import { test } from '@playwright/test';
import {
  type Answered,
  type Exchange,
  getField,
  parseJson,
  type ResponseRecord,
  type SentRequest,
} from '#api/exchange';
import { type Endpoint, getOperation } from '#api/operations';
import { buildRequest, type CallOptions } from '#http/request';
import { recordRequestSecrets, recordResponseSecrets } from '#redaction/redact';
import { writeInOrder } from '#run/in-order';
import { recordBuild } from '#run/reported-settings';
import { createSpend, type Purpose } from '#safety/budget';
import { type RequestToken, recordTokenIssued } from '#safety/live-tokens';
import type { Connection } from './connection.ts';
import { controls } from './control/controls.ts';
import { checkBroken } from './control/forms.ts';
import { CONTROL } from './observe.ts';
import { REPEATED_CREDENTIAL } from './repeated-credentials.ts';

/** Sends a request of an operation and returns the exchange. */
export type Call = (endpoint: Endpoint, options: CallOptions) => Promise<Exchange>;

/** A call with its purpose. */
export type Send = (endpoint: Endpoint, options: CallOptions, purpose?: Purpose) => Promise<Exchange>;

/** Adds to a response what a matcher may do with it. */
export type ToExchange = (answered: Answered) => Exchange;

/** Returns a function that sends to the connected target; `askToken` gets the token needed to create or delete. */
export function createCall(connection: Connection, toExchange: ToExchange, tag: string, askToken: RequestToken): Send {
  const { run, reach, guard, journal, reproduction, credentials, observer } = connection;
  const spend = createSpend(run, journal.hasBaseline);
  return async (endpoint, options, purpose) => {
    const request = buildRequest(run.settings, endpoint, options);
    if (options.breaks) checkBroken(`${endpoint}/request`, parseJson(request.body ?? ''), options.breaks);
    await guard.checkRequest(request, options.path ?? {}, askToken);
    recordRequestSecrets(request, credentials.isPublic);
    credentials.learnSent(request);
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
    credentials.learnIssued(answer);
    if (endpoint === 'oauth-token') recordTokens(request, answer, connection);
    const exchange = toExchange({ endpoint, request, ...answer });
    writeInOrder(() => {
      observer.observe(exchange);
      if (exchange.repeatsCredential()) recordRepeatedCredential(exchange);
      observer.recordExchange(exchange, purpose === 'control' ? CONTROL : '');
    });
    return exchange;
  };
}

/** Records on the running test that an error repeats a credential. */
function recordRepeatedCredential({ endpoint, status }: Exchange): void {
  const { method, path } = getOperation(endpoint);
  const description = `${method} /${path} returned ${status} with a credential in its body or a header`;
  test.info().annotations.push({ type: REPEATED_CREDENTIAL, description });
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
