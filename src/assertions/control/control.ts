import { type Capability, getMissingCapabilities } from '#api/capabilities';
import type { SkipReason } from '#api/cause';
import { type Exchange, getField, isSuccess, parseJson, type SentRequest } from '#api/exchange';
import type { Endpoint } from '#api/operations';
import type { GrantType } from '#factories/token-request';
import type { Reach } from '#http/reach';
import { inShared } from '#http/replay/scope';
import type { CallOptions } from '#http/request';
import { markUnproven, skipBecauseOfControl, tryOptional } from '#run/skip';
import type { Purpose } from '#safety/budget/spend';
import { keepExchange } from '../attach.ts';
import { type Call, type Checks, createCall, type Send } from '../call.ts';
import { problemError } from '../explain.ts';
import { type Given, noteState } from '../given.ts';
import { createBaselines } from './baseline.ts';
import type { Beside } from './beside.ts';
import { type ControlName, type Controls, controls, usualOf } from './controls.ts';
import { type Form, leaveOut } from './forms.ts';
import { noteRefused } from './refused.ts';
import { remember, rememberSuccess } from './remember.ts';
import { noteUsual } from './smallest.ts';

/**
 * The exchange of an operation's control request, so that one creation serves many checks: sent once a worker and remembered;
 * where it creates what nothing deletes, or takes a grant, once a run.
 */
export type BaselineExchange = (controlName: ControlName) => Promise<Exchange>;

/** Describes what one worker sends to one target. */
export interface Calls {
  readonly call: Call;
  /** A call that must be refused. */
  readonly provoke: Call;
  readonly baseline: BaselineExchange;
}

/** Says where one worker sends its requests, and what it is told of the target. */
export interface Setting {
  readonly baseUrl: string;
  readonly reach: Reach;
  readonly given: Given;
  /** Names what the baseline requests create. */
  readonly tag: string;
  readonly without: readonly Capability[];
}

/** `call`, `provoke` and `baseline` for one worker. */
export function createCalls({ baseUrl, reach, given, tag, without }: Setting): Calls {
  const checks: Checks = ({ endpoint, request }) => {
    const controlName = controlOf(endpoint, request);
    return {
      control: () => control(controlName),
      negativeControl: () => contrast(controlName).then(({ hindrance }) => noteUnproven(hindrance)),
      baseline: () => tryOptional(() => baseline(endpoint)),
      failsBeside: (status) => failsBeside(endpoint, request, status),
      refusal: () => tryOptional(() => contrast(controlName)).then((found) => found?.refused),
    };
  };
  const send = createCall(baseUrl, reach, checks, tag, () => firstToken(baseline));
  const usual = async (controlName: ControlName, options: CallOptions) => ({
    ...(options.query ? {} : await usualOf(controlName)(given, options)),
    ...options,
  });
  const attempt = (controlName: ControlName, form: Form) =>
    inShared(controlName, async () => {
      const { endpoint, valid } = controls[controlName];
      const options = form.fill(await usual(controlName, await valid(given, tag)));
      return send(endpoint, options, 'control');
    });
  const { baselineWith, formOf } = createBaselines(baseUrl, attempt, checks);
  const baseline = async (controlName: ControlName) => (await baselineWith(controlName)).exchange;
  const fill: Fill = async (controlName, options) =>
    (await formOf(controlName)).fill(await usual(controlName, options));
  const control = async (controlName: ControlName) => {
    for (const state of controls[controlName].states) noteState(state);
    const { status } = await baseline(controlName);
    if (!isSuccess(status))
      throw problemError({ kind: 'control', got: status, requirement: controls[controlName].control });
  };
  const statusBeside = remember(({ endpoint, of }: Beside) =>
    tryOptional(async () => {
      const { valid } = controls[endpoint];
      const options = of(await fill(endpoint, await valid(given, tag)));
      return (await send(endpoint, options, 'control')).status;
    }),
  );
  const failsBeside = async (endpoint: Endpoint, request: SentRequest, status: number) => {
    const { beside = [] }: Controls = controls[endpoint];
    for (const row of beside.filter(({ isIn }) => isIn(request)))
      if ((await statusBeside(row)) === status) return row.requirement;
    return undefined;
  };
  const contrast = rememberSuccess((controlName: ControlName) => contrastOf(controlName, send, { tag, without }));
  return {
    call: callFor(send, fill),
    provoke: callFor(send, fill, 'refusal'),
    baseline: async (controlName) => {
      for (const state of controls[controlName].states) noteState(state);
      const exchange = keepExchange(await baseline(controlName));
      if (!isSuccess(exchange.status)) skipBecauseOfControl(controls[controlName].control);
      return exchange;
    },
  };
}

/** Describes what a test says of a request, in the legal form that the target takes. */
type Fill = (controlName: ControlName, options: CallOptions) => Promise<CallOptions>;

/** Sends what a test says of a request, and notes where it is refused. */
function callFor(send: Send, fill: Fill, purpose?: Purpose): Call {
  return async (endpoint, options) => {
    const filled = await fill(formControlOf(endpoint, options), options);
    const sent = options.leavesOut ? leaveOut(filled, options.leavesOut) : filled;
    const exchange = await send(endpoint, sent, purpose);
    if (!isSuccess(exchange.status)) noteRefused(controlOf(endpoint, exchange.request), exchange.control);
    const again = callFor(send, fill, purpose);
    noteUsual(
      exchange,
      options,
      async (body) => (await again(endpoint, { ...options, body, usual: undefined })).status,
    );
    return exchange;
  };
}

/** The control requests that are answered with a token, in the order in which one is asked for. */
const tokenControls = [
  'oauth-token',
  'oauth-token by refresh token',
  'oauth-token by client credentials',
] as const satisfies readonly ControlName[];

/** The answer to the first grant of which a token can be had; undefined where none can. */
async function firstToken(baseline: BaselineExchange): Promise<Exchange | undefined> {
  for (const controlName of tokenControls) {
    const exchange = await tryOptional(() => baseline(controlName));
    if (exchange && isSuccess(exchange.status)) return exchange;
  }
  return undefined;
}

/** Describes what an acceptance stands on: the negative control that is refused, else why all may be accepted. */
interface Contrast {
  readonly refused?: Exchange;
  readonly hindrance?: SkipReason;
}

async function contrastOf(
  controlName: ControlName,
  send: Send,
  { tag, without }: Pick<Setting, 'tag' | 'without'>,
): Promise<Contrast> {
  const { endpoint, broken } = controls[controlName];
  for (const { request } of broken(tag)) {
    const answer = await inShared(`${controlName}, broken`, () => send(endpoint, request, 'refusal'));
    if (!isSuccess(answer.status)) return { refused: answer };
  }
  return { hindrance: withoutContrast(controlName, without) };
}

/** Returns where all negative controls are accepted: why they may be; throws where the target has to refuse one of them. */
function withoutContrast(controlName: ControlName, without: readonly Capability[]): SkipReason {
  const wanted = controls[controlName].broken('').flatMap(({ refusedBy }) => refusedBy);
  if (wanted.some((each) => getMissingCapabilities([each], without).length === 0))
    throw problemError({ kind: 'negativeControl', requirement: controls[controlName].negativeControl });
  return { kind: 'capability', without: getMissingCapabilities(wanted, without), isUnproven: true };
}

/** An acceptance without a negative control is no pass, whichever test of the worker asks. */
function noteUnproven(hindrance: SkipReason | undefined): void {
  if (hindrance) markUnproven(hindrance);
}

/** The control of a request: the endpoint's own, and of a refresh the refresh's. */
function controlOf(endpoint: Endpoint, request: SentRequest): ControlName {
  return isBy('refresh_token', endpoint, request.body) ? 'oauth-token by refresh token' : endpoint;
}

/** The control whose form a request has: each grant has its own. */
function formControlOf(endpoint: Endpoint, { body }: CallOptions): ControlName {
  const text = JSON.stringify(body);
  if (isBy('refresh_token', endpoint, text)) return 'oauth-token by refresh token';
  return isBy('client_credentials', endpoint, text) ? 'oauth-token by client credentials' : endpoint;
}

/** A request that is no JSON any more tells its grant by its text. */
function isBy(grant: GrantType, endpoint: Endpoint, body = ''): boolean {
  if (endpoint !== 'oauth-token') return false;
  return getField(parseJson(body), 'grant_type') === grant || body.includes(`"grant_type":"${grant}"`);
}
