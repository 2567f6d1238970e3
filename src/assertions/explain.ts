import { test } from '@playwright/test';
import type { Problem } from '#api/cause';
import { describeProblem } from '#api/cause-texts';
import { findErrorCode } from '#api/errors';
import { excerpt } from '#api/escape-controls';
import type { Exchange } from '#api/exchange';
import { reproduce } from '#http/reproduction/shell';
import { redact } from '#redaction/redact';
import { recordCause } from '#run/causes';
import { caseName } from '#run/in-order';
import { keepBreach } from './attach.ts';

const problems = new WeakMap<Error, Problem>();

/** An error that a check of an exchange throws: the problem in words, which `problemOf` gives back as data. */
export function problemError(problem: Problem): Error {
  const error = new Error(describeProblem(problem));
  problems.set(error, problem);
  return error;
}

/** The problem that an error stands for. */
export function problemOf(error: unknown): Problem {
  const known = error instanceof Error ? problems.get(error) : undefined;
  return known ?? { kind: 'other', words: error instanceof Error ? error.message : String(error) };
}

const LONGEST_BODY = 2_000;

/** Returns what a failed judgement prints: the breach, the answer, and the line that sends the request again. */
export function explain(exchange: Exchange, problems: readonly Problem[]): string {
  const { request, status, text, headers } = exchange;
  const breach = problems.map((problem) => redact(`  - ${describeProblem(problem)}`)).join('\n');
  keepBreach(exchange, breach);
  const { method, url } = request;
  const named = caseName();
  const code = findErrorCode(exchange);
  const place = { method, path: new URL(url).pathname, status };
  const lines = reproduce(request);
  const broken = {
    ...place,
    reproduce: lines,
    ...(code === null ? {} : { code }),
    problems,
    ...(named === undefined ? {} : { case: named }),
  };
  recordCause(test.info().annotations, { kind: 'breach', exchanges: [broken] });
  return [
    redact(`${request.method} ${request.url} was answered ${status}.`),
    breach,
    `  body (${redact(headers['content-type'] ?? 'no media type')}): ${excerpt(text, LONGEST_BODY, redact) || 'none'}`,
    '  reproduce:',
    ...lines.map((line) => `    ${line}`),
  ].join('\n');
}

/** Returns what a check that throws has found wrong; nothing where it does not. */
export async function failureOf(check: () => Promise<void>): Promise<Problem[]> {
  return check().then(
    () => [],
    (error: unknown) => [problemOf(error)],
  );
}

/** Returns true if it is no more than that a judgement proves nothing. */
export function isFailedProof(problem: Problem): problem is Problem<'control' | 'negativeControl'> {
  return problem.kind === 'control' || problem.kind === 'negativeControl';
}
