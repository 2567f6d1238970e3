import { findErrorCode } from '#api/errors';
import { type Exchange, isSuccess, type PlainExchange } from '#api/exchange';
import { getOperation } from '#api/operations';
import { toText } from '#http/reproduction/observed';
import type { Reproduction } from '#http/reproduction/shell';
import { loadSharedSecrets, recordRequestSecrets, recordResponseSecrets } from '#redaction/redact';
import { appendToChannel, readChannel, type Baseline as SharedBaseline } from '#run/channels';
import { tryOptional } from '#run/skip';
import type { Guard } from '#safety/guard';
import type { Connection } from '../connection.ts';
import type { ControlName } from './controls.ts';
import { type Form, listForms, plain } from './forms.ts';
import { memoizeSuccess } from './memoize.ts';

/** Adds to a response what a matcher may do with it. */
export type ToExchange = (plain: PlainExchange) => Exchange;

interface Baseline {
  readonly form: Form;
  readonly exchange: Exchange;
}

/** Creates the baselines of one worker: each control is sent once, and later requests are sent in its form. */
export function createBaselines(
  { run, guard, reproduction }: Pick<Connection, 'run' | 'guard' | 'reproduction'>,
  attempt: (controlName: ControlName, form: Form) => Promise<Exchange>,
  toExchange: ToExchange,
) {
  const { BASE_URL: baseUrl } = run.settings;
  const tried = new Set<ControlName>();
  const reuse = (controlName: ControlName, known: SharedBaseline): Baseline => {
    recordKnown(known, guard, reproduction);
    const form = listForms(controlName).find(({ name }) => name === known.form) ?? plain;
    return { form, exchange: toExchange(known) };
  };
  const send = async (controlName: ControlName): Promise<Baseline> => {
    const forms = tried.has(controlName) ? [] : listForms(controlName);
    const found = await findBaseline(forms, (each) => attempt(controlName, each));
    tried.add(controlName);
    const states = reproduction.findStates(toText(found.exchange.request));
    if (run.targets.length === 0) share(found, { control: controlName, baseUrl, states });
    return found;
  };
  const getBaseline = memoizeSuccess(
    async (controlName: ControlName) => {
      const known = findShared(controlName);
      return known?.baseUrl === baseUrl ? reuse(controlName, known) : send(controlName);
    },
    ({ exchange }) => isSuccess(exchange.status),
  );
  const getForm = memoizeSuccess(async (controlName: ControlName) => {
    const found = listForms(controlName).length > 1 ? await tryOptional(() => getBaseline(controlName)) : undefined;
    return found?.form ?? plain;
  });
  return { getBaseline, getForm };
}

function findShared(control: string): SharedBaseline | undefined {
  return readChannel('baselines').find((baseline) => baseline.control === control);
}

/** Returns true if a control request has created a resource that others need. */
export function hasBaseline(control: string): boolean {
  return findShared(control) !== undefined;
}

/** Shares the response to a control request that creates something or takes a grant: no other worker sends it again. */
function share({ exchange, form }: Baseline, place: Pick<SharedBaseline, 'control' | 'baseUrl' | 'states'>): void {
  const { endpoint, request, status, headers, text, json, milliseconds } = exchange;
  const isSpent = endpoint === 'oauth-token' || getOperation(endpoint).creates !== undefined;
  if (!isSpent || !isSuccess(status)) return;
  const plain = { endpoint, request, status, headers, text, json, milliseconds };
  appendToChannel('baselines', { ...place, form: form.name, ...plain });
}

function recordKnown(exchange: SharedBaseline, guard: Guard, reproduction: Reproduction): void {
  loadSharedSecrets(); // of its states too, which a text does not show as such
  for (const { state, values } of exchange.states) reproduction.recordStateValues(state, values);
  reproduction.recordObserved(exchange.request, exchange);
  recordRequestSecrets(exchange.request);
  recordResponseSecrets(exchange);
  guard.checkToken?.(exchange);
}

/** Returns the first legal form that the target accepts, else the plain one; without fresh states the first form. */
async function findBaseline(all: readonly Form[], attempt: (form: Form) => Promise<Exchange>): Promise<Baseline> {
  const first = { form: plain, exchange: await attempt(plain) };
  if (isDecided(first.exchange)) return first;
  const isFailure = first.exchange.status >= 500;
  for (const form of all.filter(({ name, hasOtherData }) => name !== plain.name && (!isFailure || hasOtherData))) {
    const exchange = await tryOptional(() => attempt(form));
    if (exchange === undefined) break;
    if (isDecided(exchange)) return { form, exchange };
  }
  return first;
}

/** Returns true if the request is accepted, or its only problem is a grant that is not offered. */
function isDecided(exchange: Exchange): boolean {
  return isSuccess(exchange.status) || findErrorCode(exchange) === 'unsupported_grant_type';
}
