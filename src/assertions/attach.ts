import { type TestInfo, test } from '@playwright/test';
import type { Exchange } from '#api/exchange';
import { excerpt } from '#api/visible';
import { curl } from '#http/curl';
import { isSecretHeader } from '#redaction/names';
import { redact } from '#redaction/redact';
import { freshStateLines } from '#run/states/origins';
import { attachText } from './playwright.ts';

/** Of a test that sends hundreds of requests, the first few are attached, and those that fail. */
const FIRST = 5;
const MOST = 25;
const LONGEST_BODY = 20_000;

/** How the name of an attachment begins that says what is wrong with an exchange. */
export const BREACH = 'Breach: ';

/** How the name of an exchange begins that only shows that the request, made valid, is accepted. */
export const CONTROL = 'Control: ';

interface Attached {
  sent: number;
  readonly exchanges: WeakSet<Exchange>;
}

const attachedTo = new WeakMap<TestInfo, Attached>();

/** Attaches an exchange to the running test, once: the request as a curl line, the status, the headers, the body. */
export function attachExchange<E extends Exchange>(exchange: E, prefix = ''): E {
  const attached = attachedBy(test.info());
  if (attached.exchanges.has(exchange)) return exchange;
  attached.sent += 1;
  if (attached.sent <= FIRST) attach(exchange, attached, exchangeText(exchange), prefix);
  return exchange;
}

/** Attaches what is wrong with an exchange, and the exchange itself where it is not yet attached. */
export function attachBreach(exchange: Exchange, breach: string): void {
  const attached = attachedBy(test.info());
  const isNew = !attached.exchanges.has(exchange);
  attach(exchange, attached, isNew ? `${breach}\n\n${exchangeText(exchange)}` : breach, BREACH);
}

function attachedBy(testInfo: TestInfo): Attached {
  const attached = attachedTo.get(testInfo) ?? { sent: 0, exchanges: new WeakSet() };
  attachedTo.set(testInfo, attached);
  return attached;
}

function attach(exchange: Exchange, attached: Attached, text: string, prefix = ''): void {
  const testInfo = test.info();
  if (testInfo.attachments.length >= MOST) return;
  attached.exchanges.add(exchange);
  const { pathname } = new URL(exchange.request.url);
  const name = redact(`${prefix}${exchange.request.method} ${pathname} → ${exchange.status}`);
  attachText(testInfo, name, text);
}

function exchangeText({ request, status, headers, text, json, milliseconds }: Exchange): string {
  const fields = Object.entries(headers).map(([name, value]) =>
    isSecretHeader(name) ? `${name}: [redacted]` : `${name}: ${value}`,
  );
  return [
    ...freshStateLines(request).map((line) => `$ ${line}`),
    `$ ${curl(request)}`,
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
