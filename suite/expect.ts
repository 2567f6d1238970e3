import { expect as base } from '@playwright/test';
import { carriesCode, carriesLabel } from './error-code.ts';
import { type Exchange, isJsonMediaType, isSuccess } from './exchange.ts';
import { explain } from './explain.ts';
import { checkValid } from './own-request.ts';
import { type SchemaName, violations } from './schemas.ts';

/** The status of an error: exactly one, one of several, or any 4xx where the reference names none. */
export type ErrorStatus = number | readonly number[] | '4xx';

/** What an error carries: a code, exact; or a label, whose case and punctuation do not matter. */
export type Mark = string | { readonly label: string };

/** The matchers for what a target answers. Every leniency for what the reference leaves open is in this file. */
export const expect = base.extend({
  /** Success is any 2xx, and it proves something only where a broken request is refused. */
  async toBeAccepted(exchange: Exchange) {
    checkValid(exchange);
    return verdict('toBeAccepted', exchange, [
      ...(isSuccess(exchange.status) ? [] : ['success (any 2xx) is wanted']),
      ...(await failureOf(exchange.contrast)),
    ]);
  },

  /** Success with a JSON body that conforms to a schema; members that the schema does not name are allowed. */
  async toConform(exchange: Exchange, schema: SchemaName) {
    checkValid(exchange);
    return verdict('toConform', exchange, [
      ...(isSuccess(exchange.status) ? [] : ['success (any 2xx) is wanted']),
      ...jsonProblems(exchange),
      ...(exchange.json === undefined ? [] : violations(schema, exchange.json)),
      ...(await failureOf(exchange.contrast)),
    ]);
  },

  /** A fact about an exchange, given in words and as found; an acceptance has its contrast, a refusal its control. */
  async toHold(exchange: Exchange, fact: string, holds: boolean) {
    return verdict('toHold', exchange, [
      ...(holds ? [] : [`${fact} is wanted`]),
      ...(await proofOf(exchange)),
    ]);
  },

  /** A JSON body with a JSON media type; a refusal, or what `orEmpty` says, may have no body at all. */
  async toBeJson(exchange: Exchange, orEmpty = !isSuccess(exchange.status)) {
    return verdict('toBeJson', exchange, [
      ...(orEmpty && exchange.text === '' ? [] : jsonProblems(exchange)),
      ...(await proofOf(exchange)),
    ]);
  },

  /** A refusal with a status and, where the reference gives one, a code or label; its valid twin is accepted. */
  async toBeError(exchange: Exchange, status: ErrorStatus, mark?: Mark) {
    return verdict('toBeError', exchange, [
      ...(matches(exchange.status, status) ? [] : [`the status ${inWords(status)} is wanted`]),
      ...(exchange.text === '' && mark === undefined ? [] : jsonProblems(exchange)),
      ...(mark === undefined ? [] : markProblems(exchange, mark)),
      ...(await failureOf(exchange.control)),
    ]);
  },

  /** Bad input is accepted or refused, but never a 5xx, and an error with a body is JSON; the valid twin is accepted. */
  async toBeHandled(exchange: Exchange) {
    return verdict('toBeHandled', exchange, [
      ...(exchange.status < 500 ? [] : ['anything but a 5xx is wanted']),
      ...(exchange.status < 400 || exchange.text === '' ? [] : jsonProblems(exchange)),
      ...(await failureOf(exchange.control)),
    ]);
  },
});

function verdict(name: string, exchange: Exchange, problems: readonly string[]) {
  const message = () =>
    problems.length > 0
      ? explain(exchange, problems)
      : explain(exchange, [`${name} holds, and is not wanted`]);
  return { name, pass: problems.length === 0, message };
}

function jsonProblems({ json, headers, flaw }: Exchange): string[] {
  const mediaType = headers['content-type'];
  const found = flaw === undefined ? '' : `; this one ${flaw}`;
  return [
    ...(json === undefined ? [`a JSON body is wanted (UTF-8, no byte order mark)${found}`] : []),
    ...(isJsonMediaType(mediaType) ? [] : [`a JSON media type is wanted; got ${mediaType ?? 'none'}`]),
  ];
}

function markProblems(exchange: Exchange, mark: Mark): string[] {
  if (typeof mark === 'string')
    return carriesCode(exchange, mark) ? [] : [`the code ${mark} is wanted as a value in the body`];
  return carriesLabel(exchange, mark.label)
    ? []
    : [`the label ${mark.label} is wanted as a value in the body`];
}

function matches(status: number, wanted: ErrorStatus): boolean {
  if (wanted === '4xx') return status >= 400 && status < 500;
  return typeof wanted === 'number' ? status === wanted : wanted.includes(status);
}

function inWords(status: ErrorStatus): string {
  return typeof status === 'object' ? status.join(' or ') : String(status);
}

/** What would make the exchange prove nothing: of an acceptance its contrast, of a refusal its control. */
async function proofOf({ status, contrast, control }: Exchange): Promise<string[]> {
  return failureOf(isSuccess(status) ? contrast : control);
}

async function failureOf(check: () => Promise<void>): Promise<string[]> {
  return check().then(
    () => [],
    (error: unknown) => [error instanceof Error ? error.message : String(error)],
  );
}
