import type { TestInfo } from '@playwright/test';
import { LEVEL } from '#api/covers';
import { excerpt } from '#api/escape-controls';
import type { Exchange } from '#api/exchange';
import { reproduce } from '#http/reproduction/shell';
import { isSecretHeader } from '#redaction/names';
import { redact } from '#redaction/redact';
import { UNPROVEN } from '#run/skip';
import { listShown, type Shown } from './observe.ts';
import { attachText } from './playwright.ts';

const LONGEST_BODY = 20_000;

/** Attaches the exchanges of a test that does not simply pass: curl line, status, headers, body. */
export function attachExchanges(testInfo: TestInfo): void {
  const shown = listShown(testInfo);
  const attached = new WeakSet<Exchange>();
  for (const { exchange, prefix, breach } of needsAll(testInfo, shown) ? shown : []) {
    const text = attached.has(exchange) ? [] : [exchangeText(exchange)];
    attached.add(exchange);
    const { pathname } = new URL(exchange.request.url);
    const name = redact(`${prefix}${exchange.request.method} ${pathname} → ${exchange.status}`);
    attachText(testInfo, name, [...(breach === undefined ? [] : [breach]), ...text].join('\n\n'));
  }
}

function needsAll({ status, retry, annotations }: TestInfo, shown: readonly Shown[]): boolean {
  const isAsked = annotations.some(({ type, description }) => type === LEVEL && description === 'question');
  const isUnproven = annotations.some(({ type }) => type === UNPROVEN);
  const hasBreach = shown.some(({ breach }) => breach !== undefined);
  return status !== 'passed' || retry > 0 || isAsked || isUnproven || hasBreach;
}

function exchangeText({ request, status, headers, text, json, milliseconds }: Exchange): string {
  const fields = Object.entries(headers).map(([name, value]) =>
    isSecretHeader(name) ? `${name}: [redacted]` : `${name}: ${value}`,
  );
  return [
    ...reproduce(request).map((line) => `$ ${line}`),
    '',
    `${status} in ${Math.round(milliseconds)} ms`,
    redact(fields.join('\n')),
    '',
    excerpt(pretty(text, json), LONGEST_BODY, redact) || '(no body)',
    '',
  ].join('\n');
}

function pretty(text: string, json: unknown): string {
  if (json === undefined || text.length > LONGEST_BODY) return text;
  try {
    return JSON.stringify(json, null, 2);
  } catch {
    return text;
  }
}
