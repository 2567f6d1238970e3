import type { Problem } from '#api/cause';
import { type Exchange, getField, isSuccess, parseJson, type SentRequest } from '#api/exchange';
import type { Endpoint } from '#api/operations';
import { type Capability, getMissingCapabilities } from '#api/requirement';
import type { GrantType } from '#factories/request-bodies';
import type { CallOptions } from '#http/request';
import { runShared } from '#run/running-test';
import { markUnproven, tryOptional } from '#run/skip';
import type { Purpose } from '#safety/budget';
import type { Connection } from '../connection.ts';
import type { Given } from '../given.ts';
import { createBaselines, type ToExchange } from './baseline.ts';
import { type ControlName, type Controls, controls } from './controls.ts';
import type { Form } from './forms.ts';
import { memoizeSuccess } from './memoize.ts';

/** Returns the exchange of a control request, sent once a worker, or once a run if it creates or takes a grant. */
export type GetBaseline = (name: ControlName) => Promise<Exchange>;

export type CallFor = (endpoint: Endpoint, options: CallOptions, purpose?: Purpose) => Promise<Exchange>;

/** Creates the controls of one worker, which `send` sends. */
export function createControls(
  connection: Connection,
  given: Given,
  tag: string,
  send: CallFor,
  toExchange: ToExchange,
) {
  const { run, stateRecords } = connection;
  const fillIn = createFill(connection, given);
  const attempt = (name: ControlName, form: Form) =>
    runShared(name, async () => {
      const { endpoint, valid } = controls[name];
      return send(endpoint, await fillIn(name, form, await valid(given, tag)), 'control');
    });
  const { getBaseline, getForm } = createBaselines(connection, attempt, toExchange);
  const sendNegatives = memoizeSuccess(
    (name: ControlName) => sendNegativeControls(name, send, tag, run.settings.WITHOUT),
    ({ problem }) => problem === undefined,
  );
  const baseline: GetBaseline = async (name) => (await getBaseline(name)).exchange;
  return {
    baseline,
    /** Returns a request in the form that the target accepts, with the values that a test does not set. */
    fill: async (endpoint: Endpoint, options: CallOptions) => {
      const name = getFormControl(endpoint, options);
      return fillIn(name, await getForm(name), options);
    },
    control: async (name: ControlName): Promise<Problem | undefined> => {
      for (const state of controls[name].states) stateRecords.recordUse(state);
      const { status } = await baseline(name);
      return isSuccess(status) ? undefined : { kind: 'control', got: status, requirement: controls[name].requirement };
    },
    negativeControl: async (name: ControlName): Promise<Problem | undefined> => {
      const { problem, reason } = await sendNegatives(name);
      if (reason) markUnproven(reason);
      return problem;
    },
  };
}

/** Creates the function that returns a request in a form, with the values that a test does not set. */
function createFill({ stateRecords }: Connection, given: Given) {
  /** One application for all requests of a worker that name nothing but its number. */
  const anApplication = memoizeSuccess(() => runShared('an application', () => given('an application')));
  const worker = { extra: stateRecords.getExtraValues, application: () => anApplication(undefined) };
  return async (name: ControlName, form: Form, options: CallOptions) => {
    const { usual }: Controls = controls[name];
    return form.fill({ ...(options.query ? {} : await usual?.(options, worker)), ...options }, worker.extra);
  };
}

/** Returns the response to the first grant that issues a token; undefined if none does. */
export async function requestToken(baseline: GetBaseline): Promise<Exchange | undefined> {
  for (const name of ['oauth-token', 'oauth-token by refresh token', 'oauth-token by client credentials'] as const) {
    const exchange = await tryOptional(() => baseline(name));
    if (exchange && isSuccess(exchange.status)) return exchange;
  }
  return undefined;
}

/** Sends negative controls until one is rejected; if all succeed, returns a violation or the reason why they may. */
async function sendNegativeControls(name: ControlName, send: CallFor, tag: string, without: readonly Capability[]) {
  const { endpoint, broken, negativeRequirement: requirement } = controls[name];
  const all = broken(tag);
  for (const { request } of all) {
    const ask = () => tryOptional(() => send(endpoint, request, 'rejection'), 'no answer');
    const response = await runShared(`${name}, broken`, ask);
    if (!isSuccess(response?.status ?? 0)) return {}; // a closed connection is no success
  }
  const needed = all.flatMap(({ rejectedBy }) => rejectedBy);
  if (needed.some((each) => getMissingCapabilities([each], without).length === 0))
    return { problem: { kind: 'negativeControl', requirement } as const };
  const reason = { kind: 'capability', without: getMissingCapabilities(needed, without), isUnproven: true } as const;
  return { reason };
}

/** Returns the control that proves a response to a request. */
export function getControl(endpoint: Endpoint, request: SentRequest): ControlName {
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
