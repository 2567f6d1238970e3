import { test } from '@playwright/test';
import { MOST_FAILURES, type Problem } from '#api/cause';
import { findErrorCode } from '#api/errors';
import { excerpt } from '#api/escape-controls';
import { type Exchange, isJsonMediaType } from '#api/exchange';
import { describeProblem } from '#api/messages';
import { getOperation } from '#api/operations';
import { type SchemaName, violations } from '#api/schema';
import { fractionsKept } from '#api/values/json';
import { redact } from '#redaction/redact';
import { getCaseName } from '#run/in-order';
import { countCauses, recordCause } from '#run/skip';

const LONGEST_BODY = 2_000;

/** Returns the message of a failed judgement: the violation, the response, and the command that reproduces it. */
export function explain(exchange: Exchange, problems: readonly Problem[]): string {
  const { request, status, text, headers } = exchange;
  const breach = problems.map((problem) => redact(`  - ${describeProblem(problem)}`)).join('\n');
  exchange.recordBreach(breach);
  const { annotations } = test.info();
  const isPrinted = countCauses(annotations) < MOST_FAILURES;
  const lines = isPrinted ? exchange.reproduce() : [`# printed for the first ${MOST_FAILURES} failures of a test`];
  recordCause(annotations, { kind: 'breach', exchanges: [describeBroken(exchange, problems, lines)] });
  return [
    redact(`${request.method} ${request.url} returned ${status}.`),
    breach,
    `  body (${redact(headers['content-type'] ?? 'no media type')}): ${excerpt(text, LONGEST_BODY, redact) || 'none'}`,
    '  reproduce:',
    ...lines.map((line) => `    ${line}`),
  ].join('\n');
}

function describeBroken(exchange: Exchange, problems: readonly Problem[], reproduce: readonly string[]) {
  const { request, status, text } = exchange;
  const code = findErrorCode(exchange);
  const named = getCaseName();
  return {
    method: request.method,
    path: new URL(request.url).pathname,
    status,
    reproduce,
    ...(code === null ? {} : { code }),
    problems,
    body: showBody(text),
    ...(named === undefined ? {} : { case: named }),
  };
}

/** Returns the problems of a response by its operation's schema, or by another one. */
export function formProblems(exchange: Exchange, schema: SchemaName = `${exchange.endpoint}/response`): Problem[] {
  const { endpoint, text, headers } = exchange;
  const isEmpty = text === '' && Number(headers['content-length'] ?? 0) === 0; // a client skips what follows a 204
  const { success, mayBeEmpty } = getOperation(endpoint);
  if (success === 204)
    return isEmpty ? [] : [{ kind: 'fact', wanted: 'an empty body', got: showBody(text || 'bytes behind a 204') }];
  if (mayBeEmpty && text === '') return [];
  const isJson = exchange.json !== undefined;
  return [...jsonProblems(exchange), ...(isJson ? schemaProblems(schema, fractionsKept(exchange.text)) : [])];
}

export function jsonProblems({ json, headers, flaw, text }: Exchange): Problem[] {
  const mediaType = headers['content-type'];
  const problems: Problem[] = [];
  if (json === undefined) problems.push({ kind: 'json', got: showBody(text), ...(flaw === undefined ? {} : { flaw }) });
  if (!isJsonMediaType(mediaType)) problems.push({ kind: 'media type', got: mediaType ?? null });
  return problems;
}

function schemaProblems(schema: SchemaName, json: unknown): Problem[] {
  return violations(schema, json).map(({ missing, ...violation }) => {
    const pointer = missing === undefined ? violation.pointer : `${violation.pointer}/${missing}`;
    return { kind: 'schema', ...violation, pointer };
  });
}

const LONGEST = 120;

/** Returns the beginning of a body without secrets, for a report. */
export function showBody(text: string): string {
  return text === '' ? 'an empty body' : excerpt(text, LONGEST, redact);
}
