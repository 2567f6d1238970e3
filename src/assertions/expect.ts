import { expect as base, test } from '@playwright/test';
import type { ExpectedStatus, Problem } from '#api/cause';
import { codeLike, hasErrorCode, hasErrorLabel, isOfFirewall } from '#api/errors';
import { type Exchange, getField, getIdentity, getSentField, isSuccess } from '#api/exchange';
import { getListedFailure } from '#api/operations';
import type { SchemaName } from '#api/schema';
import { isObject } from '#api/values/json';
import { untraced } from '#http/playwright-contexts';
import { checkValid } from '#http/request';
import { ownTurn } from '#run/in-order';
import { skipBecauseOfControl } from '#run/skip';
import { explain, formProblems, jsonProblems, shownBody } from './explain.ts';
import { settings } from './settings.ts';

/** The status of an error: exactly one, one of several, or any 4xx where the reference names none. */
export type ErrorStatus = number | readonly number[] | '4xx';

/** The exact code of an error, or its label, whose case and punctuation do not matter; `orEmpty`: or an empty body. */
export type ListedCode = string | readonly string[] | { readonly label: string; readonly orEmpty?: boolean };

/** The rejection that passes in place of a success; empty if none does. */
type Rejection = readonly [status?: ErrorStatus | undefined, code?: string | readonly string[] | undefined];

const matchers = {
  /** Expects any 2xx, in the form of its operation; an invalid request must be rejected. `or` is a rejection that passes. */
  async toBeAccepted(exchange: Exchange, ...or: Rejection) {
    await ownTurn();
    checkValid(exchange);
    const own = [...statusProblems(exchange, 'success'), ...successProblems(exchange)];
    return judgeOr('toBeAccepted', exchange, own, '', or);
  },

  /** Expects success with a JSON body that conforms to a schema; fields that it does not name are allowed. */
  async toConform(exchange: Exchange, schema: SchemaName, ...or: Rejection) {
    await ownTurn();
    checkValid(exchange);
    const own = [...statusProblems(exchange, 'success'), ...formProblems(exchange, schema)];
    return judgeOr('toConform', exchange, own, ' with each field of the reference', or);
  },

  /** Expects a fact in words; an acceptance needs its negative control, a rejection its control. */
  async toHold(exchange: Exchange, expected: string, holds: boolean, actual?: string) {
    const field = fieldIn(expected, exchange);
    const about = field === undefined ? {} : { field };
    const seen = actual ?? (field === undefined ? shownBody(exchange.text) : shownField(exchange, field));
    return judge('toHold', exchange, holds ? [] : [{ kind: 'fact', wanted: expected, got: seen, ...about }]);
  },

  /** Expects a field of the JSON body with exactly this value; of a UUID the case does not matter (RFC 9562, 4). */
  async toHaveField(exchange: Exchange, field: string, value: unknown) {
    const isSo = isSame(getField(exchange.json, field), value);
    return judgeField('toHaveField', exchange, isSo, `the ${field} ${value}`, field);
  },

  /** Expects a field of the JSON body that comes back as it was sent. */
  async toEcho(exchange: Exchange, field: string, ...or: Rejection) {
    const isEchoed = getField(exchange.json, field) === getSentField(exchange, field);
    const expected = `the ${field} as sent, ${shown(getSentField(exchange, field))}`;
    const own = isEchoed ? [] : [{ kind: 'fact', wanted: expected, got: shownField(exchange, field), field } as const];
    return judgeOr('toEcho', exchange, own, ` with ${expected}`, or);
  },

  /** Expects a field of the JSON body that differs from the one of another response. */
  async toDifferFrom(exchange: Exchange, first: Exchange, field: string) {
    const differs = getIdentity(exchange, field) !== getIdentity(first, field);
    return judgeField('toDifferFrom', exchange, differs, `another ${field} than the first`, field);
  },

  /** Expects JSON with its media type; a rejection, or where `orEmpty`, may have no body. */
  async toBeJson(exchange: Exchange, orEmpty = !isSuccess(exchange.status)) {
    await ownTurn();
    return judge('toBeJson', exchange, orEmpty && exchange.text === '' ? [] : jsonProblems(exchange));
  },

  /** Expects a rejection with a status and, where the reference gives one, a code or label; sends the control. */
  async toBeError(exchange: Exchange, status: ErrorStatus, code?: ListedCode) {
    return judge('toBeError', exchange, errorProblems(exchange, status, code), exchange.control);
  },

  /** Expects acceptance or rejection, each in its form, but no 5xx other than the listed failure; sends the control. */
  async toBeHandled(exchange: Exchange) {
    const listed = getListedFailure(exchange);
    const isFree = exchange.status < 400 || exchange.text === '' || isOfFirewall(exchange);
    const form = isFree ? successProblems(exchange) : jsonProblems(exchange);
    const own = listed ? errorProblems(exchange, 500, listed) : [...statusProblems(exchange, 'no 5xx'), ...form];
    return judge('toBeHandled', exchange, own, exchange.control);
  },
};

/** Judges an exchange; `title` names it if a test judges several. A soft judgement that fails does not end the test. */
export const expect = Object.assign((exchange: Exchange, title?: string) => bindMatchers(exchange, title), {
  soft: (exchange: Exchange, title?: string) => bindMatchers(exchange, title, 'soft '),
});

interface Judged {
  readonly name: keyof typeof matchers;
  readonly pass: boolean;
  readonly message: () => string;
}

function bindMatchers(exchange: Exchange, title?: string, soft: 'soft ' | '' = '') {
  const by =
    <W extends unknown[]>(matcher: (exchange: Exchange, ...words: W) => Promise<Judged>) =>
    async (...words: W): Promise<void> => {
      const judged = await matcher(exchange, ...words);
      if (judged.pass) return;
      const assertion = soft ? failing.soft : failing;
      const { errors } = test.info();
      const isFirst = errors.length === 0;
      try {
        untraced(() => assertion(judged, title)[judged.name]());
        if (isFirst) showCallers(errors[0]);
      } catch (error) {
        if (isFirst && error instanceof Error) showCallers(error);
        throw error;
      }
    };
  return {
    toBeAccepted: by(matchers.toBeAccepted),
    toConform: by(matchers.toConform),
    toHold: by(matchers.toHold),
    toHaveField: by(matchers.toHaveField),
    toEcho: by(matchers.toEcho),
    toDifferFrom: by(matchers.toDifferFrom),
    toBeJson: by(matchers.toBeJson),
    toBeError: by(matchers.toBeError),
    toBeHandled: by(matchers.toBeHandled),
  };
}

/** Adds the lines of code that lead to a test's first failure. To find them takes as long as the request, and in each step again. */
function showCallers(error: { stack?: string } | undefined): void {
  const [, ...lines] = new Error().stack?.split('\n') ?? [];
  if (error) error.stack = [error.stack, ...lines.filter((line) => !/assertions.expect\.[jt]s/.test(line))].join('\n');
}

const failed = (judged: Judged) => judged;

/** Only what fails becomes an assertion of Playwright's: its step costs more than the judgement. */
const failing = base.extend({
  toBeAccepted: failed,
  toConform: failed,
  toHold: failed,
  toHaveField: failed,
  toEcho: failed,
  toDifferFrom: failed,
  toBeJson: failed,
  toBeError: failed,
  toBeHandled: failed,
});

async function judgeField(name: Judged['name'], exchange: Exchange, holds: boolean, expected: string, field: string) {
  const actual = shownField(exchange, field);
  return judge(name, exchange, holds ? [] : [{ kind: 'fact', wanted: expected, got: actual, field }]);
}

/** Returns the field of a successful response that a fact names; undefined where it names none. */
function fieldIn(expected: string, { json, status }: Exchange): string | undefined {
  const words = expected.split(/\W+/);
  return isSuccess(status) && isObject(json)
    ? words.find((word) => word.length > 1 && Object.hasOwn(json, word))
    : undefined;
}

function shownField({ json, text }: Exchange, field: string): string {
  const value = getField(json, field);
  return value === undefined ? `no ${field} in ${shownBody(text)}` : shown(value);
}

function shown(value: unknown): string {
  return shownBody(JSON.stringify(value) ?? 'nothing');
}

function isSame(found: unknown, expected: unknown): boolean {
  const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
  const areTexts = typeof found === 'string' && typeof expected === 'string';
  return areTexts && uuid.test(expected) ? found.toLowerCase() === expected.toLowerCase() : found === expected;
}

/** Judges a response of which a success and, if `or` names one, a rejection passes; a failure names both. */
function judgeOr(name: Judged['name'], exchange: Exchange, own: readonly Problem[], success: string, or: Rejection) {
  const [status, code] = or;
  if (status === undefined) return judge(name, exchange, own);
  const rejection = [status, ...(code === undefined ? [] : [code])].map((each) => [each].flat().join(' or ')).join(' ');
  const withBoth = (problem: Problem): Problem => {
    if (problem.kind === 'fact') return { ...problem, wanted: `${problem.wanted} or a rejection with ${rejection}` };
    if (problem.kind === 'status') return { ...problem, wanted: [rejection, `any 2xx${success}`] };
    return problem.kind === 'code' ? { ...problem, wanted: [...problem.wanted, 'any 2xx'] } : problem;
  };
  const problems = isSuccess(exchange.status) ? own : errorProblems(exchange, status, code);
  return judge(name, exchange, problems.map(withBoth));
}

/** Returns the problems of a success. Which fields a token has may depend on its grant and its scopes (2.1, 2.2). */
function successProblems(exchange: Exchange): Problem[] {
  if (!isSuccess(exchange.status)) return [];
  return exchange.endpoint === 'oauth-token' ? jsonProblems(exchange) : formProblems(exchange);
}

function errorProblems(exchange: Exchange, status: ErrorStatus, listed?: ListedCode): Problem[] {
  if (settings.WITHOUT.includes('errors')) return statusProblems(exchange, status === 500 ? status : '4xx');
  const code = exchange.text === '' && typeof listed === 'object' && 'orEmpty' in listed ? undefined : listed;
  const form = exchange.text === '' && code === undefined ? [] : jsonProblems(exchange);
  const own = [...statusProblems(exchange, status), ...form];
  return isOfFirewall(exchange) ? [] : [...own, ...(code === undefined ? [] : codeProblems(exchange, code))];
}

/** Returns a judgement with its proof; if only the proof is missing, the test is inconclusive due to the control. */
async function judge(
  name: Judged['name'],
  exchange: Exchange,
  own: readonly Problem[],
  proof = isSuccess(exchange.status) ? exchange.negativeControl : exchange.control,
) {
  await ownTurn();
  const missing = await proof();
  const isProof = missing?.kind === 'control' || missing?.kind === 'negativeControl';
  if (isProof && own.length === 0) skipBecauseOfControl(missing.requirement);
  const problems = [...own, ...(missing ? [missing] : [])];
  const passes: Problem = { kind: 'other', words: `${name} passes, but was expected to fail` };
  return {
    name,
    pass: problems.length === 0,
    message: () => explain(exchange, problems.length > 0 ? problems : [passes]),
  };
}

function statusProblems({ status }: Exchange, expected: ExpectedStatus): Problem[] {
  return isExpected(status, expected) ? [] : [{ kind: 'status', wanted: expected, got: status }];
}

function codeProblems(exchange: Exchange, code: ListedCode): Problem[] {
  const actual = codeLike(exchange) ?? shownBody(exchange.text);
  if (typeof code === 'object' && 'label' in code)
    return hasErrorLabel(exchange, code.label) ? [] : [{ kind: 'label', wanted: code.label, got: actual }];
  const expected = [code].flat();
  return expected.some((each) => hasErrorCode(exchange, each)) ? [] : [{ kind: 'code', wanted: expected, got: actual }];
}

function isExpected(status: number, expected: ExpectedStatus): boolean {
  if (expected === 'success') return isSuccess(status);
  if (expected === 'no 5xx') return status < 500;
  if (expected === '4xx') return status >= 400 && status < 500;
  return typeof expected === 'number' ? status === expected : expected.includes(status);
}
