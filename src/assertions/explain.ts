import { test } from '@playwright/test';
import type { Problem } from '#api/cause';
import { describeProblem } from '#api/cause-texts';
import { findErrorCode } from '#api/errors';
import { excerpt } from '#api/escape-controls';
import type { Exchange } from '#api/exchange';
import { reproduce } from '#http/reproduction/shell';
import { redact } from '#redaction/redact';
import { caseName } from '#run/in-order';
import { recordCause } from '#run/skip';
import { recordBreach } from './observe.ts';

const LONGEST_BODY = 2_000;

/** Returns the message of a failed judgement: the violation, the response, and the command that reproduces it. */
export function explain(exchange: Exchange, problems: readonly Problem[]): string {
  const { request, status, text, headers } = exchange;
  const breach = problems.map((problem) => redact(`  - ${describeProblem(problem)}`)).join('\n');
  recordBreach(exchange, breach);
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
