import { type TestInfo, test } from '@playwright/test';
import { LEVEL } from '#api/covers';
import { excerpt } from '#api/escape-controls';
import type { Exchange } from '#api/exchange';
import { reproduce } from '#http/reproduction/shell';
import { isSecretHeader } from '#redaction/names';
import { redact } from '#redaction/redact';
import { UNPROVEN } from '#run/skip';
import { attachText } from './playwright.ts';

/** Limits the attached exchanges of a test; those that fail are always attached. */
const FIRST = 5;
const MOST = 25;
const LONGEST_BODY = 20_000;

/** Says how the name of an attachment begins that says what is wrong with an exchange. */
export const BREACH = 'Breach: ';

/** Says how the name of an exchange begins that only shows that the request, made valid, is accepted. */
export const CONTROL = 'Control: ';

/** An exchange of a test as a report shows it, or what is wrong with it. */
interface Shown {
  readonly exchange: Exchange;
  readonly prefix: string;
  readonly breach?: string;
}

interface Kept {
  sent: number;
  readonly shown: Shown[];
  readonly exchanges: WeakSet<Exchange>;
}

const keptOf = new WeakMap<TestInfo, Kept>();

/** Keeps an exchange of the running test, once: reports show it where the test does not simply pass. */
export function keepExchange<E extends Exchange>(exchange: E, prefix = ''): E {
  const kept = keptBy(test.info());
  if (kept.exchanges.has(exchange)) return exchange;
  kept.sent += 1;
  if (kept.sent <= FIRST) keep(kept, { exchange, prefix });
  return exchange;
}

/** Keeps what is wrong with an exchange, and the exchange itself where it is not kept yet. */
export function keepBreach(exchange: Exchange, breach: string): void {
  const kept = keptBy(test.info());
  keep(kept, { exchange, prefix: BREACH, breach });
}

function keptBy(testInfo: TestInfo): Kept {
  const kept = keptOf.get(testInfo) ?? { sent: 0, shown: [], exchanges: new WeakSet() };
  keptOf.set(testInfo, kept);
  return kept;
}

function keep({ shown, exchanges }: Kept, next: Shown): void {
  if (shown.length >= MOST) return;
  exchanges.add(next.exchange);
  shown.push(next);
}

/**
 * Attaches what reports show of a test that has ended, and nothing of one that simply passes. Each exchange is a curl
 * line, the status, the headers and the body.
 */
export function attachKept(testInfo: TestInfo): void {
  const { shown } = keptBy(testInfo);
  const attached = new WeakSet<Exchange>();
  for (const { exchange, prefix, breach } of needsAll(testInfo, shown) ? shown : []) {
    const text = attached.has(exchange) ? [] : [exchangeText(exchange)];
    attached.add(exchange);
    const { pathname } = new URL(exchange.request.url);
    const name = redact(`${prefix}${exchange.request.method} ${pathname} → ${exchange.status}`);
    attachText(testInfo, name, [...(breach === undefined ? [] : [breach]), ...text].join('\n\n'));
  }
}

/** Returns true if a reader looks for more than that the test passes. */
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

/** JSON with a line a member; what is too large, or nested too deep to be written again, stays as it came. */
function pretty(text: string, json: unknown): string {
  if (json === undefined || text.length > LONGEST_BODY) return text;
  try {
    return JSON.stringify(json, null, 2);
  } catch {
    return text;
  }
}
