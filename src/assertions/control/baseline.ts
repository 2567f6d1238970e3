import { findErrorCode } from '#api/errors';
import { type Exchange, isSuccess } from '#api/exchange';
import { toText } from '#http/reproduction/observed';
import { loadSharedSecrets, recordRequestSecrets, recordResponseSecrets } from '#redaction/redact';
import { appendToChannel, readChannel, type Baseline as SharedBaseline } from '#run/channels';
import { tryOptional } from '#run/skip';
import type { ToExchange } from '../call.ts';
import type { Connection } from '../connection.ts';
import type { ControlName } from './controls.ts';
import { type Form, listForms, plain } from './forms.ts';
import { rememberSuccess } from './remember.ts';

interface Baseline {
  readonly form: Form;
  readonly exchange: Exchange;
}

/** Creates the baselines of one worker: each control is sent once, and later requests are sent in its form. */
export function createBaselines(
  { run, guard, journal, reproduction }: Pick<Connection, 'run' | 'guard' | 'journal' | 'reproduction'>,
  attempt: (controlName: ControlName, form: Form) => Promise<Exchange>,
  toExchange: ToExchange,
) {
  const { BASE_URL: baseUrl } = run.settings;
  /** Records the secrets and tokens of another worker's exchange. */
  const recordKnown = (exchange: SharedBaseline) => {
    loadSharedSecrets(); // of its states too, which a text does not show as such
    for (const { state, values } of exchange.states) reproduction.recordStateValues(state, values);
    reproduction.recordObserved(exchange.request, exchange);
    recordRequestSecrets(exchange.request);
    recordResponseSecrets(exchange);
    guard.checkToken?.(exchange);
  };
  const tried = new Set<ControlName>();
  const baselineWith = rememberSuccess(
    async (controlName: ControlName): Promise<Baseline> => {
      const known = journal.getBaseline(controlName, baseUrl);
      const form = knownForm(controlName, baseUrl);
      if (known) {
        recordKnown(known);
        return { form, exchange: toExchange(known) };
      }
      const found = await findBaseline(form, tried.has(controlName) ? [] : listForms(controlName), (each) =>
        attempt(controlName, each),
      );
      tried.add(controlName);
      const states = reproduction.findStates(toText(found.exchange.request));
      journal.recordBaseline(found.exchange, { control: controlName, baseUrl, states });
      rememberForm(controlName, baseUrl, found);
      return found;
    },
    ({ exchange }) => isSuccess(exchange.status),
  );
  const getForm = rememberSuccess(async (controlName: ControlName) => {
    const found = listForms(controlName).length > 1 ? await tryOptional(() => baselineWith(controlName)) : undefined;
    return found?.form ?? plain;
  });
  return { baselineWith, getForm };
}

/** Returns the first legal form that the target accepts, else the plain one; without fresh states the first form. */
async function findBaseline(
  known: Form,
  all: readonly Form[],
  attempt: (form: Form) => Promise<Exchange>,
): Promise<Baseline> {
  const first = { form: known, exchange: await attempt(known) };
  if (isDecided(first.exchange)) return first;
  const isFailure = first.exchange.status >= 500;
  for (const form of all.filter(({ name, hasOtherData }) => name !== known.name && (!isFailure || hasOtherData))) {
    const exchange = await tryOptional(() => attempt(form));
    if (exchange === undefined) break;
    if (isDecided(exchange)) return { form, exchange };
  }
  return first;
}

function rememberForm(control: ControlName, baseUrl: string, { form, exchange }: Baseline): void {
  if (form.name === plain.name || !isDecided(exchange)) return;
  appendToChannel('forms', { control, baseUrl, form: form.name });
}

/** Returns the form in which a worker of the run has seen an operation accepted, else the plain one. */
function knownForm(control: ControlName, baseUrl: string): Form {
  const found = readChannel('forms').find((line) => line.control === control && line.baseUrl === baseUrl);
  return listForms(control).find(({ name }) => name === found?.form) ?? plain;
}

/** Returns true if the request is accepted, or its only problem is a grant that is not offered. */
function isDecided(exchange: Exchange): boolean {
  return isSuccess(exchange.status) || findErrorCode(exchange) === 'unsupported_grant_type';
}
