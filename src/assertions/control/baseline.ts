import { findErrorCode } from '#api/errors';
import { type Answered, type Exchange, isSuccess } from '#api/exchange';
import { toText } from '#http/reproduction/observed';
import { loadSharedSecrets, recordRequestSecrets, recordResponseSecrets } from '#redaction/redact';
import type { Baseline as SharedBaseline } from '#run/channels';
import { tryOptional } from '#run/skip';
import type { Connection } from '../connection.ts';
import type { ControlName } from './controls.ts';
import { type Form, listForms, plain } from './forms.ts';
import { rememberSuccess } from './remember.ts';

/** Adds to a response what a matcher may do with it. */
export type ToExchange = (answered: Answered) => Exchange;

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
      if (known) {
        recordKnown(known);
        const form = listForms(controlName).find(({ name }) => name === known.form) ?? plain;
        return { form, exchange: toExchange(known) };
      }
      const found = await findBaseline(tried.has(controlName) ? [] : listForms(controlName), (each) =>
        attempt(controlName, each),
      );
      tried.add(controlName);
      const states = reproduction.findStates(toText(found.exchange.request));
      journal.recordBaseline(found.exchange, { control: controlName, baseUrl, form: found.form.name, states });
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
