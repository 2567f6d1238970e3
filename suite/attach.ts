import { type TestInfo, test } from '@playwright/test';
import { curl } from './curl.ts';
import type { Exchange } from './exchange.ts';
import { redact } from './redact.ts';
import { isSecretHeader } from './secrets/names.ts';
import { excerpt } from './shorten.ts';

/** Of a test that sends hundreds of requests, the first few are attached, and those that fail. */
const FIRST = 5;
const MOST = 25;
const LONGEST_BODY = 20_000;

/** How the name of an attachment begins that says what is wrong with an exchange. */
export const BREACH = 'Breach: ';

interface Attached {
  sent: number;
  readonly exchanges: WeakSet<Exchange>;
}

const attachedTo = new WeakMap<TestInfo, Attached>();

/** Attaches an exchange to the running test, once: the request as a curl line, the status, the headers, the body. */
export function attachExchange<E extends Exchange>(exchange: E): E {
  const attached = attachedBy(test.info());
  if (attached.exchanges.has(exchange)) return exchange;
  attached.sent += 1;
  if (attached.sent <= FIRST) attach(exchange, attached, exchangeText(exchange));
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
  const { attachments } = test.info();
  if (attachments.length >= MOST) return;
  attached.exchanges.add(exchange);
  const { pathname } = new URL(exchange.request.url);
  const name = redact(`${prefix}${exchange.request.method} ${pathname} → ${exchange.status}`);
  attachments.push({ name, contentType: 'text/plain', body: Buffer.from(text) });
}

function exchangeText({ request, status, headers, text, json, milliseconds }: Exchange): string {
  const fields = Object.entries(headers).map(([name, value]) =>
    isSecretHeader(name) ? `${name}: [redacted]` : redact(`${name}: ${value}`),
  );
  return [
    `$ ${curl(request)}`,
    '',
    `${status} in ${Math.round(milliseconds)} ms`,
    ...fields,
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
