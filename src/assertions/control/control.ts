import type { TestInfo } from '@playwright/test';
import type { Problem } from '#api/cause';
import { getDescriptions, LEVEL } from '#api/covers';
import { type Exchange, getField, isSuccess, parseJson, type SentRequest } from '#api/exchange';
import type { Endpoint } from '#api/operations';
import { type Capability, getMissingCapabilities } from '#api/requirement';
import type { GrantType } from '#factories/request-bodies';
import { runShared } from '#http/replay/recorded';
import type { CallOptions } from '#http/request';
import { markUnproven, skipBecauseOfControl, tryOptional } from '#run/skip';
import type { Purpose } from '#safety/budget';
import { type Call, createCall, type Send, type ToExchange } from '../call.ts';
import type { Connection } from '../connection.ts';
import type { Given } from '../given.ts';
import { createBaselines } from './baseline.ts';
import { type ControlName, type Controls, controls } from './controls.ts';
import { type Form, leaveOut } from './forms.ts';
import { rememberSuccess } from './remember.ts';

/** Returns the exchange of a control request, sent once a worker, or once a run if it creates or takes a grant. */
export type BaselineExchange = (controlName: ControlName) => Promise<Exchange>;

export type Calls = Readonly<ReturnType<typeof createCalls>>;

/** Creates `call`, `provoke` and `baseline` for one worker. */
export function createCalls(connection: Connection, given: Given, tag: string) {
  const { run, reproduction, observer, credentials, stateRecords } = connection;
  const { WITHOUT: without } = run.settings;
  /** The controls that make the rejections of the running test count. */
  const rejections = new Map<ControlName, Exchange['control']>();
  const toExchange: ToExchange = (answered) => {
    const { endpoint, request } = answered;
    const controlName = getControl(endpoint, request);
    const exchange: Exchange = {
      ...answered,
      control: () => control(controlName),
      negativeControl: async () => {
        const { problem, reason } = await contrast(controlName);
        if (reason) markUnproven(reason);
        return problem;
      },
      reproduce: () => reproduction.reproduce(request),
      recordBreach: (problems) => observer.recordBreach(exchange, problems),
      repeatsCredential: () => credentials.isRepeatedIn(answered),
    };
    return exchange;
  };
  const send = createCall(connection, toExchange, tag, () => firstToken(baseline));
  /** One application for all requests of a worker that name nothing but its number. */
  const anApplication = rememberSuccess(() => runShared('an application', () => given('an application')));
  const worker = { extra: stateRecords.getExtraValues, application: () => anApplication(undefined) };
  const usual = async (controlName: ControlName, options: CallOptions) => {
    const { usual: add }: Controls = controls[controlName];
    return { ...(options.query ? {} : await add?.(options, worker)), ...options };
  };
  const attempt = (controlName: ControlName, form: Form) =>
    runShared(controlName, async () => {
      const { endpoint, valid } = controls[controlName];
      const options = form.fill(await usual(controlName, await valid(given, tag)), worker.extra);
      return send(endpoint, options, 'control');
    });
  const { baselineWith, getForm } = createBaselines(connection, attempt, toExchange);
  const baseline = async (controlName: ControlName) => (await baselineWith(controlName)).exchange;
  const fill = async (controlName: ControlName, options: CallOptions) =>
    (await getForm(controlName)).fill(await usual(controlName, options), worker.extra);
  const control = async (controlName: ControlName): Promise<Problem | undefined> => {
    for (const state of controls[controlName].states) stateRecords.recordUse(state);
    const { status } = await baseline(controlName);
    if (isSuccess(status)) return undefined;
    return { kind: 'control', got: status, requirement: controls[controlName].control };
  };
  const contrast = rememberSuccess(
    (controlName: ControlName) => getContrast(controlName, send, tag, without),
    ({ problem }) => problem === undefined,
  );
  const createSender = (purpose?: Purpose): Call => {
    return async (endpoint, options) => {
      const filled = await fill(getFormControl(endpoint, options), options);
      const sent = options.leavesOut ? leaveOut(filled, options.leavesOut) : filled;
      const exchange = await send(endpoint, sent, purpose);
      if (!isSuccess(exchange.status)) rejections.set(getControl(endpoint, exchange.request), exchange.control);
      return exchange;
    };
  };
  /** Drops a recorded rejection if the valid request is rejected too; keeps it if that request cannot be sent. */
  const checkAnswers = async (testInfo: TestInfo) => {
    const controls = [...rejections.values()];
    rejections.clear();
    const levels = getDescriptions(testInfo.annotations, LEVEL);
    if (testInfo.status !== 'passed' || levels.some((level) => level !== 'question')) return;
    for (const control of controls) {
      const before = testInfo.annotations.length;
      const problem = await control().catch(() => undefined);
      testInfo.annotations.splice(before);
      if (problem?.kind === 'control')
        return markUnproven({ kind: 'failed control', requirement: problem.requirement });
    }
  };
  return {
    call: createSender(),
    provoke: createSender('rejection'),
    checkAnswers,
    baseline: async (controlName: ControlName) => {
      for (const state of controls[controlName].states) stateRecords.recordUse(state);
      const exchange = await baseline(controlName);
      observer.recordExchange(exchange);
      if (!isSuccess(exchange.status)) skipBecauseOfControl(controls[controlName].control);
      return exchange;
    },
  };
}

const tokenControls = [
  'oauth-token',
  'oauth-token by refresh token',
  'oauth-token by client credentials',
] as const satisfies readonly ControlName[];

/** Returns the response to the first grant that issues a token; undefined if none does. */
async function firstToken(baseline: BaselineExchange): Promise<Exchange | undefined> {
  for (const controlName of tokenControls) {
    const exchange = await tryOptional(() => baseline(controlName));
    if (exchange && isSuccess(exchange.status)) return exchange;
  }
  return undefined;
}

/** Sends negative controls until one is rejected; if all succeed, returns a violation or the reason why they may. */
async function getContrast(controlName: ControlName, send: Send, tag: string, without: readonly Capability[]) {
  const { endpoint, broken, negativeControl: requirement } = controls[controlName];
  const all = broken(tag);
  for (const { request } of all) {
    const { status } = await runShared(`${controlName}, broken`, () => send(endpoint, request, 'rejection'));
    if (!isSuccess(status)) return {};
  }
  const needed = all.flatMap(({ rejectedBy }) => rejectedBy);
  if (needed.some((each) => getMissingCapabilities([each], without).length === 0))
    return { problem: { kind: 'negativeControl', requirement } as const };
  const reason = { kind: 'capability', without: getMissingCapabilities(needed, without), isUnproven: true } as const;
  return { reason };
}

function getControl(endpoint: Endpoint, request: SentRequest): ControlName {
  return isBy('refresh_token', endpoint, request.body) ? 'oauth-token by refresh token' : endpoint;
}

function getFormControl(endpoint: Endpoint, { body }: CallOptions): ControlName {
  const text = JSON.stringify(body);
  if (isBy('refresh_token', endpoint, text)) return 'oauth-token by refresh token';
  return isBy('client_credentials', endpoint, text) ? 'oauth-token by client credentials' : endpoint;
}

/** Returns true if a request has a grant; the text of one that is no longer JSON shows it. */
function isBy(grant: GrantType, endpoint: Endpoint, body = ''): boolean {
  if (endpoint !== 'oauth-token') return false;
  return getField(parseJson(body), 'grant_type') === grant || body.includes(`"grant_type":"${grant}"`);
}
