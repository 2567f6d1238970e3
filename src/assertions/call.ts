import { type TestInfo, test } from '@playwright/test';
import { getDescriptions, LEVEL } from '#api/covers';
import {
  type Exchange,
  getField,
  getText,
  isSuccess,
  parseJson,
  type ResponseRecord,
  type SentRequest,
} from '#api/exchange';
import { type Endpoint, getOperation } from '#api/operations';
import { buildRequest, type CallOptions } from '#http/request';
import { recordRequestSecrets, recordResponseSecrets } from '#redaction/redact';
import { writeInOrder } from '#run/in-order';
import { recordBuild } from '#run/reported-settings';
import { runShared } from '#run/running-test';
import { markUnproven, skipBecauseOfControl } from '#run/skip';
import { createSpend, type Purpose } from '#safety/budget';
import { type RequestToken, recordTokenIssued } from '#safety/live-tokens';
import type { Connection } from './connection.ts';
import { hasBaseline, type ToExchange } from './control/baseline.ts';
import { type CallFor, createControls, type GetBaseline, getControl, requestToken } from './control/control.ts';
import { type ControlName, controls } from './control/controls.ts';
import { createOnce } from './control/memoize.ts';
import type { Given } from './given.ts';
import { CONTROL } from './observe.ts';
import { REPEATED_CREDENTIAL } from './repeated-credentials.ts';

export interface Call {
  (endpoint: Endpoint, options: CallOptions): Promise<Exchange>;
  /** Returns exchanges that several tests judge; sent once a worker. */
  readonly once: (name: string, send: () => Promise<readonly Issued[]>) => Promise<readonly Issued[]>;
}

/** An exchange of several, and how its request differed. */
export interface Issued {
  readonly name: string;
  readonly exchange: Exchange;
  /** The codes of 7 for a rejection, if the reference does not show that such a request is accepted. */
  readonly rejectedWith?: readonly string[] | undefined;
}

export type Calls = Readonly<ReturnType<typeof createCalls>>;

/** Creates `call`, `provoke` and `baseline` for one worker. Each needs the other: controls are sent by `send`, which asks them for a token. */
export function createCalls(connection: Connection, given: Given, tag: string) {
  const { reproduction, observer, credentials, stateRecords } = connection;
  const toExchange: ToExchange = (plain) => {
    const name = getControl(plain.endpoint, plain.request);
    const exchange: Exchange = {
      ...plain,
      control: () => workerControls.control(name),
      negativeControl: () => workerControls.negativeControl(name),
      reproduce: () => reproduction.reproduce(plain.request),
      recordBreach: (problems) => observer.recordBreach(exchange, problems),
      repeatsCredential: () => credentials.isRepeatedIn(plain),
    };
    return exchange;
  };
  const send = createSender(connection, toExchange, tag, () => requestToken(workerControls.baseline));
  const workerControls = createControls(connection, given, tag, send, toExchange);
  /** The controls that make the rejections of the running test count. */
  const rejections = new Map<ControlName, Exchange['control']>();
  const sendOnce = createOnce<readonly Issued[]>();
  const once: Call['once'] = (name, send) =>
    sendOnce(name, send).finally(() => runShared(name, stateRecords.recordAgain));
  const createFixture = (purpose?: Purpose): Call => {
    const sendFilled = async (endpoint: Endpoint, options: CallOptions) => {
      const exchange = await send(endpoint, await workerControls.fill(endpoint, options), purpose);
      if (!isSuccess(exchange.status)) rejections.set(getControl(endpoint, exchange.request), exchange.control);
      return exchange;
    };
    return Object.assign(sendFilled, { once });
  };
  const baseline: GetBaseline = async (name) => {
    for (const state of controls[name].states) stateRecords.recordUse(state);
    const exchange = await workerControls.baseline(name);
    observer.recordExchange(exchange);
    if (!isSuccess(exchange.status)) skipBecauseOfControl(controls[name].requirement);
    return exchange;
  };
  const checkResponses = (testInfo: TestInfo) => dropUnproven(testInfo, rejections);
  return { call: createFixture(), provoke: createFixture('rejection'), baseline, checkResponses };
}

/** Drops a recorded rejection if the valid request is rejected too; keeps it if that request cannot be sent. */
async function dropUnproven(testInfo: TestInfo, rejections: Map<ControlName, Exchange['control']>): Promise<void> {
  const checks = [...rejections.values()];
  rejections.clear();
  const levels = getDescriptions(testInfo.annotations, LEVEL);
  if (testInfo.status !== 'passed' || levels.some((level) => level !== 'question')) return;
  for (const check of checks) {
    const before = testInfo.annotations.length;
    const problem = await check().catch(() => undefined);
    testInfo.annotations.splice(before);
    if (problem?.kind === 'control') return markUnproven({ kind: 'failed control', requirement: problem.requirement });
  }
}

/** Returns a function that sends to the connected target; `askToken` gets the token needed to create or delete. */
function createSender(connection: Connection, toExchange: ToExchange, tag: string, askToken: RequestToken): CallFor {
  const { run, reach, guard, journal, reproduction, credentials, observer } = connection;
  const spend = createSpend(run, hasBaseline);
  return async (endpoint, options, purpose) => {
    const request = buildRequest(run.settings, endpoint, options);
    await guard.checkRequest(request, options.path ?? {}, askToken);
    recordRequestSecrets(request, credentials.isPublic);
    credentials.learnSent(request);
    const isRejected = purpose === 'rejection' || isDecided(options);
    const probes = createProbes(endpoint, connection, tag, askToken);
    const how = { ...probes, expected: options.expected, isDecided: isRejected };
    const send = () => reach(request, how);
    const response = await spend(endpoint, purpose, send, () => journal.countCreated(request));
    recordResponseSecrets(response);
    recordBuild(response.headers, run.settings);
    reproduction.recordObserved(request, response);
    credentials.learnIssued(response);
    if (endpoint === 'oauth-token') recordTokens(request, response, connection);
    const exchange = toExchange({ endpoint, request, ...response });
    writeInOrder(() => {
      observer.observe(exchange);
      if (exchange.repeatsCredential()) recordRepeatedCredential(exchange);
      observer.recordExchange(exchange, purpose === 'control' ? CONTROL : '');
    });
    return exchange;
  };
}

/** Returns requests of an operation that any service rejects; a token is needed only where one without is not answered. */
function createProbes(endpoint: Endpoint, { run: { settings } }: Connection, tag: string, askToken: RequestToken) {
  const [{ request: broken }, { request: cutShort } = { request: broken }] = controls[endpoint].broken(tag);
  const probeWithToken = async () => {
    const token = getText(getField(await askToken(), 'json'), 'access_token');
    return buildRequest(settings, endpoint, { ...cutShort, token });
  };
  return {
    probe: () => buildRequest(settings, endpoint, broken),
    probeWithToken: endpoint === 'oauth-token' ? undefined : probeWithToken,
  };
}

function recordRepeatedCredential({ endpoint, status }: Exchange): void {
  const { method, path } = getOperation(endpoint);
  const description = `${method} /${path} returned ${status} with a credential in its body or a header`;
  test.info().annotations.push({ type: REPEATED_CREDENTIAL, description });
}

function recordTokens({ body = '' }: SentRequest, response: ResponseRecord, { guard, store }: Connection): void {
  recordTokenIssued(response);
  guard.checkToken(response);
  store.storeToken(getField(parseJson(body), 'refresh_token'), getField(response.json, 'refresh_token'));
}

/** Returns true if a 503 must be judged instead of retried. */
function isDecided({ expected, violates, text }: CallOptions): boolean {
  return expected !== undefined || violates !== undefined || text !== undefined;
}
