import { test } from '@playwright/test';
import { ANSWER } from '#api/covers';
import { listErrorCodes } from '#api/errors';
import { type Exchange, getField, isSuccess, parseJson } from '#api/exchange';
import { getShape, listNotableHeaders, withNames } from '#api/response-shape';
import { getFieldNames } from '#api/schema';
import { excerpt } from '#api/text';
import { isObject } from '#api/values/json';
import { redact } from '#redaction/redact';
import type { ObservedFact } from '#run/channels';

const MOST_NAMES = 200;
const LONGEST_NAME = 200;
const LONGEST_JSON = 20_000;

/** Records the outcome of the running test's question: a small JSON value, the same for the same behaviour. */
export function record(response: unknown): void {
  const text = JSON.stringify(response) ?? 'null';
  const description = text.length > LONGEST_JSON ? '"too large to show"' : text;
  test.info().annotations.push({ type: ANSWER, description });
}

type Write = (text: string) => string;

/** Returns the facts that an exchange shows; `write` returns a text of the response as it is shown. */
export function listFacts(exchange: Exchange, write: Write = redact): ObservedFact[] {
  const listOthers = isSuccess(exchange.status) ? listSuccessFacts : listErrorFacts;
  return [...listOthers(exchange, write), ...listCommonFacts(exchange, write)];
}

function listSuccessFacts(exchange: Exchange, write: Write): ObservedFact[] {
  const { endpoint, status, json } = exchange;
  const known = [...getFieldNames(`${endpoint}/response`), ...getNames(parseJson(exchange.request.body ?? ''))];
  const unnamed = getNames(json).filter((name) => !known.includes(name));
  return [
    { kind: 'success status', value: status },
    ...unnamed.map((name) => {
      const shown = excerpt(name, LONGEST_NAME, write);
      return { kind: 'unnamed member', name: shown, value: describeShape(getField(json, name), write) } as const;
    }),
  ];
}

function listErrorFacts(exchange: Exchange, write: Write): ObservedFact[] {
  const codes = listErrorCodes(exchange).filter(({ length }) => length <= LONGEST_NAME);
  return [
    { kind: 'error body', status: exchange.status, value: describeShape(exchange.json, write) },
    ...codes.map((value): ObservedFact => ({ kind: 'code', value })),
  ];
}

function listCommonFacts({ status, headers, text }: Exchange, write: Write): ObservedFact[] {
  const of = isSuccess(status) ? 'success' : 'error';
  const mediaType = text === '' ? undefined : headers['content-type'];
  return [
    ...(mediaType === undefined ? [] : [{ kind: 'media type', of, value: write(mediaType) } as const]),
    ...listNotableHeaders(headers).map((name): ObservedFact => ({ kind: 'header', name, value: status })),
  ];
}

function getNames(json: unknown): string[] {
  return isObject(json) ? Object.keys(json).slice(0, MOST_NAMES) : [];
}

/** Returns the shape of a value with its field names as they are shown; one that is too large is left out. */
function describeShape(json: unknown, write: Write): unknown {
  const found = withNames(getShape(json), write);
  return JSON.stringify(found).length > LONGEST_JSON ? 'too large to show' : found;
}
