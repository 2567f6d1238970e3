import { test } from '@playwright/test';
import { type BrokenExchange, MOST_FAILURES, type Problem } from '#api/cause';
import { findErrorCode } from '#api/errors';
import { type Exchange, isJsonMediaType } from '#api/exchange';
import { describeProblem } from '#api/messages';
import { getOperation } from '#api/operations';
import { listViolations, type SchemaName } from '#api/schema';
import { excerpt } from '#api/text';
import { parseKeepingFractions } from '#api/values/json';
import { redact } from '#redaction/redact';
import { getCase } from '#run/in-order';
import { countCauses, recordCause } from '#run/skip';

const LONGEST_BODY = 2_000;

/** Returns the message of a failed judgement: the violation; of the first few of a test also body and command. */
export function explain(exchange: Exchange, problems: readonly Problem[]): string {
  const { request, status, text, headers } = exchange;
  const breach = problems.map((problem) => redact(`  - ${describeProblem(problem)}`)).join('\n');
  exchange.recordBreach(breach);
  const { annotations } = test.info();
  const isWhole = countCauses(annotations) < MOST_FAILURES;
  const details = isWhole ? { reproduce: exchange.reproduce(), body: showBody(text) } : undefined;
  recordCause(annotations, { kind: 'breach', exchanges: [{ ...describeBroken(exchange, problems), ...details }] });
  const evidence = details && [
    `  body (${redact(headers['content-type'] ?? 'no media type')}): ${excerpt(text, LONGEST_BODY, redact) || 'none'}`,
    '  reproduce:',
    ...details.reproduce.map((line) => `    ${line}`),
  ];
  const omitted = [`  body and command: shown for the first ${MOST_FAILURES} failures of a test`];
  return [redact(`${request.method} ${request.url} returned ${status}.`), breach, ...(evidence ?? omitted)].join('\n');
}

function describeBroken(exchange: Exchange, problems: readonly Problem[]): BrokenExchange {
  const { method, url } = exchange.request;
  const [code, named] = [findErrorCode(exchange), getCase()?.name ?? ''];
  const details = { ...(code === null ? {} : { code }), ...(named === '' ? {} : { case: named }) };
  return { method, path: new URL(url).pathname, status: exchange.status, problems, ...details };
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
  return [...jsonProblems(exchange), ...(isJson ? schemaProblems(schema, parseKeepingFractions(exchange.text)) : [])];
}

/** Returns the problems of a response that must be JSON with a JSON media type. */
export function jsonProblems({ json, headers, flaw, text }: Exchange): Problem[] {
  const mediaType = headers['content-type'];
  const problems: Problem[] = [];
  if (json === undefined) problems.push({ kind: 'json', got: showBody(text), ...(flaw === undefined ? {} : { flaw }) });
  if (!isJsonMediaType(mediaType)) problems.push({ kind: 'media type', got: mediaType ?? null });
  return problems;
}

function schemaProblems(schema: SchemaName, json: unknown): Problem[] {
  return listViolations(schema, json).map(({ missing, ...violation }) => {
    const pointer = missing === undefined ? violation.pointer : `${violation.pointer}/${missing}`;
    return { kind: 'schema', ...violation, pointer };
  });
}

const LONGEST_SHOWN = 120;

/** Returns the beginning of a body without secrets, for a report. */
export function showBody(text: string): string {
  return text === '' ? 'an empty body' : excerpt(text, LONGEST_SHOWN, redact);
}
