import { expect as base, test } from '@playwright/test';
import type { ExpectedStatus, Problem } from '#api/cause';
import { findCodeValue, hasErrorCode, hasErrorLabel, isOfFirewall } from '#api/errors';
import { type Exchange, getField, getIdentity, getSentField, isSuccess } from '#api/exchange';
import { getListedFailure } from '#api/operations';
import type { SchemaName } from '#api/schema';
import { isObject } from '#api/values/json';
import { untraced } from '#http/playwright-contexts';
import { checkValid } from '#http/request';
import { awaitTurn, getCase } from '#run/in-order';
import { skipBecauseOfControl } from '#run/skip';
import { explain, formProblems, jsonProblems, showBody } from './explain.ts';
import { settings } from './run.ts';

/** The status of an error: exactly one, one of several, or any 4xx where the reference names none. */
export type ErrorStatus = number | readonly number[] | '4xx';

/** The exact code of an error, or its label, whose case and punctuation do not matter; `orEmpty`: or an empty body. */
export type ListedCode = string | readonly string[] | { readonly label: string; readonly orEmpty?: boolean };

/** The rejection that passes in place of a success; empty if none does. */
type Rejection = readonly [status?: ErrorStatus | undefined, code?: string | readonly string[] | undefined];

/** Judges one exchange; `title` names it if a test judges several. A soft judgement that fails does not end the test. */
class Matchers {
  constructor(
    private readonly exchange: Exchange,
    private readonly title: string | undefined,
    private readonly isSoft: boolean,
  ) {}

  /** Expects any 2xx, in the form of its operation; an invalid request must be rejected. `or` is a rejection that passes. */
  async toBeAccepted(...or: Rejection): Promise<void> {
    await awaitTurn();
    checkValid(this.exchange);
    const problems = [...statusProblems(this.exchange, 'success'), ...successProblems(this.exchange)];
    await this.judgeOr('toBeAccepted', problems, '', or);
  }

  /** Expects success with a JSON body that conforms to a schema; fields that it does not name are allowed. */
  async toConform(schema: SchemaName, ...or: Rejection): Promise<void> {
    await awaitTurn();
    checkValid(this.exchange);
    const problems = [...statusProblems(this.exchange, 'success'), ...formProblems(this.exchange, schema)];
    await this.judgeOr('toConform', problems, ' with each field of the reference', or);
  }

  /** Expects a fact in words; an acceptance needs its negative control, a rejection its control. */
  async toHold(expected: string, holds: boolean, actual?: string): Promise<void> {
    await this.judge('toHold', holds ? [] : [this.describeFact(expected, actual)]);
  }

  /** Expects a field of the JSON body with exactly this value; of a UUID the case does not matter (RFC 9562, 4). */
  async toHaveField(field: string, value: unknown): Promise<void> {
    const isSo = isSame(getField(this.exchange.json, field), value);
    await this.judge('toHaveField', isSo ? [] : this.describeField(field, `the ${field} ${value}`));
  }

  /** Expects a field of the JSON body that comes back as it was sent. */
  async toEcho(field: string, ...or: Rejection): Promise<void> {
    const sent = getSentField(this.exchange, field);
    const expected = `the ${field} as sent, ${showValue(sent)}`;
    const isEchoed = getField(this.exchange.json, field) === sent;
    await this.judgeOr('toEcho', isEchoed ? [] : this.describeField(field, expected), ` with ${expected}`, or);
  }

  /** Expects a field of the JSON body that differs from the one of another response. */
  async toDifferFrom(first: Exchange, field: string): Promise<void> {
    const differs = getIdentity(this.exchange, field) !== getIdentity(first, field);
    await this.judge('toDifferFrom', differs ? [] : this.describeField(field, `another ${field} than the first`));
  }

  /** Expects JSON with its media type; a rejection, or where `orEmpty`, may have no body. */
  async toBeJson(orEmpty = !isSuccess(this.exchange.status)): Promise<void> {
    await awaitTurn();
    await this.judge('toBeJson', orEmpty && this.exchange.text === '' ? [] : jsonProblems(this.exchange));
  }

  /** Expects a rejection with a status and, where the reference gives one, a code or label; sends the control. */
  async toBeError(status: ErrorStatus, code?: ListedCode): Promise<void> {
    await this.judge('toBeError', errorProblems(this.exchange, status, code), this.exchange.control);
  }

  /** Expects acceptance or rejection, each in its form, but no 5xx other than the listed failure; sends the control. */
  async toBeHandled(): Promise<void> {
    const { exchange } = this;
    const listed = getListedFailure(exchange);
    const isFree = exchange.status < 400 || exchange.text === '' || isOfFirewall(exchange);
    const form = isFree ? successProblems(exchange) : jsonProblems(exchange);
    const problems = listed ? errorProblems(exchange, 500, listed) : [...statusProblems(exchange, 'no 5xx'), ...form];
    await this.judge('toBeHandled', problems, exchange.control);
  }

  private describeFact(expected: string, actual?: string): Problem {
    const field = findField(expected, this.exchange);
    if (field === undefined) return { kind: 'fact', wanted: expected, got: actual ?? showBody(this.exchange.text) };
    return { kind: 'fact', wanted: expected, got: actual ?? showField(this.exchange, field), field };
  }

  private describeField(field: string, expected: string): Problem[] {
    return [{ kind: 'fact', wanted: expected, got: showField(this.exchange, field), field }];
  }

  /** Judges a response of which a success and, if `or` names one, a rejection passes; a failure names both. */
  private async judgeOr(name: MatcherName, found: readonly Problem[], success: string, or: Rejection): Promise<void> {
    const [status, code] = or;
    if (status === undefined) return this.judge(name, found);
    const isAccepted = isSuccess(this.exchange.status);
    const problems = isAccepted ? found : errorProblems(this.exchange, status, code);
    await this.judge(
      name,
      problems.map((problem) => withRejection(problem, success, or)),
    );
  }

  /** Fails the test by the problems or by a missing proof; if only the proof is missing, it is inconclusive instead. */
  private async judge(
    name: MatcherName,
    found: readonly Problem[],
    proof = isSuccess(this.exchange.status) ? this.exchange.negativeControl : this.exchange.control,
  ): Promise<void> {
    await awaitTurn();
    const missing = await proof();
    const isProof = missing?.kind === 'control' || missing?.kind === 'negativeControl';
    if (isProof && found.length === 0) skipBecauseOfControl(missing.requirement);
    const problems = [...found, ...(missing ? [missing] : [])];
    if (problems.length > 0) await inStep(() => this.fail(name, problems));
  }

  private fail(name: MatcherName, problems: readonly Problem[]): void {
    const failure = { pass: false, message: () => explain(this.exchange, problems) };
    const assertion = this.isSoft ? failing.soft : failing;
    const { errors } = test.info();
    const isFirst = errors.length === 0;
    try {
      untraced(() => assertion(failure, this.title)[name]());
      if (isFirst) showCallers(errors[0]);
    } catch (error) {
      if (isFirst && error instanceof Error) showCallers(error);
      throw error;
    }
  }
}

/** Judges an exchange; `title` names it if a test judges several. A soft judgement that fails does not end the test. */
export const expect = Object.assign((exchange: Exchange, title?: string) => new Matchers(exchange, title, false), {
  soft: (exchange: Exchange, title?: string) => new Matchers(exchange, title, true),
});

/** Runs what fails as a step of its case: of a case that passes none is shown, since each costs as much as a request. */
async function inStep(fail: () => void): Promise<void> {
  const title = getCase()?.title;
  const { file, line, column } = test.info();
  const location = { file, line, column }; // without one Playwright takes down the stack
  await (title === undefined ? fail() : test.step(title, fail, { location }));
}

/** Adds the lines of code that lead to a test's first failure. To find them takes as long as the request, and in each step again. */
function showCallers(error: { stack?: string } | undefined): void {
  const [, ...lines] = new Error().stack?.split('\n') ?? [];
  if (error) error.stack = [error.stack, ...lines.filter((line) => !/assertions.expect\.[jt]s/.test(line))].join('\n');
}

const failed = (failure: { readonly pass: boolean; readonly message: () => string }) => failure;

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

type MatcherName = keyof Matchers;

/** Returns the field of a successful response that a fact names; undefined where it names none. */
function findField(expected: string, { json, status }: Exchange): string | undefined {
  const words = expected.split(/\W+/);
  return isSuccess(status) && isObject(json)
    ? words.find((word) => word.length > 1 && Object.hasOwn(json, word))
    : undefined;
}

function showField({ json, text }: Exchange, field: string): string {
  const value = getField(json, field);
  return value === undefined ? `no ${field} in ${showBody(text)}` : showValue(value);
}

function showValue(value: unknown): string {
  return showBody(JSON.stringify(value) ?? 'nothing');
}

function isSame(found: unknown, expected: unknown): boolean {
  const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
  const areTexts = typeof found === 'string' && typeof expected === 'string';
  return areTexts && uuid.test(expected) ? found.toLowerCase() === expected.toLowerCase() : found === expected;
}

/** Returns a problem that names the rejection that would pass too. */
function withRejection(problem: Problem, success: string, [status, code]: Rejection): Problem {
  const rejection = [status, code]
    .flatMap((each) => (each === undefined ? [] : [[each].flat().join(' or ')]))
    .join(' ');
  if (problem.kind === 'fact') return { ...problem, wanted: `${problem.wanted} or a rejection with ${rejection}` };
  if (problem.kind === 'status') return { ...problem, wanted: [rejection, `any 2xx${success}`] };
  return problem.kind === 'code' ? { ...problem, wanted: [...problem.wanted, 'any 2xx'] } : problem;
}

/** Returns the problems of a success. Which fields a token has may depend on its grant and its scopes (2.1, 2.2). */
function successProblems(exchange: Exchange): Problem[] {
  if (!isSuccess(exchange.status)) return [];
  return exchange.endpoint === 'oauth-token' ? jsonProblems(exchange) : formProblems(exchange);
}

function errorProblems(exchange: Exchange, status: ErrorStatus, listed?: ListedCode): Problem[] {
  if (settings.WITHOUT.includes('errors')) return statusProblems(exchange, '4xx');
  const code = exchange.text === '' && typeof listed === 'object' && 'orEmpty' in listed ? undefined : listed;
  const form = exchange.text === '' && code === undefined ? [] : jsonProblems(exchange);
  const problems = [...statusProblems(exchange, status), ...form];
  return isOfFirewall(exchange) ? [] : [...problems, ...(code === undefined ? [] : codeProblems(exchange, code))];
}

function statusProblems({ status }: Exchange, expected: ExpectedStatus): Problem[] {
  return isExpected(status, expected) ? [] : [{ kind: 'status', wanted: expected, got: status }];
}

function codeProblems(exchange: Exchange, code: ListedCode): Problem[] {
  const actual = findCodeValue(exchange) ?? showBody(exchange.text);
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
