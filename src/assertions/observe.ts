import { type TestInfo, test } from '@playwright/test';
import { BREACH, MOST_FAILURES } from '#api/cause';
import { getDescriptions, LEVEL } from '#api/covers';
import type { Exchange } from '#api/exchange';
import { type Endpoint, endpointOfFile } from '#api/operations';
import { excerpt } from '#api/text';
import { isSecretHeader } from '#redaction/names';
import { redact } from '#redaction/redact';
import { appendToChannel, type Observation, type ObservedFact } from '#run/channels';
import { UNPROVEN } from '#run/skip';
import { listFacts } from './facts.ts';
import { attachText } from './playwright.ts';

/** The longest body that the page shows: more would only fill the page and Allure. */
const LONGEST_BODY = 3_000;

/** The longest body that is shown in several lines. */
const LONGEST_INDENTED = 20_000;

/** The number of exchanges of a test that reports show in addition to its failures. */
const MOST_SHOWN = 5;

export const CONTROL = 'Control: ';

/** An exchange that reports show, with the problems that the test found in it. */
interface Shown {
  readonly exchange: Exchange;
  readonly prefix: string;
  readonly breaches: string[];
}

const isBroken = ({ breaches }: Shown) => breaches.length > 0;

export type Observer = ReturnType<typeof createObserver>;

/** Creates the observer of a worker: what the exchanges of its tests show, and which of them a report shows. */
export function createObserver() {
  const observed = new Set<string>();
  let unwritten: { endpoint: Endpoint; facts: ObservedFact[]; milliseconds: number[] } | undefined;
  let shown: Shown[] = [];
  const isShown = (exchange: Exchange) => shown.some((each) => each.exchange === exchange);
  return {
    /** Observes an exchange of the test, except requests to other operations, so that each shows the same if run alone. */
    observe: (exchange: Exchange) => {
      const { endpoint } = exchange;
      if (endpointOfFile(test.info().file) !== endpoint) return;
      unwritten ??= { endpoint, facts: [], milliseconds: [] };
      unwritten.milliseconds.push(Math.round(exchange.milliseconds * 10) / 10);
      const keys = listFacts(exchange, (text) => text).map((fact) => `${endpoint} ${JSON.stringify(fact)}`);
      if (keys.every((key) => observed.has(key))) return; // most responses show nothing new, and to redact them costs much
      unwritten.facts.push(...listFacts(exchange).filter((_, at) => !observed.has(keys[at] ?? '')));
      for (const key of keys) observed.add(key);
    },
    /** Records an exchange of the running test, once: reports show it where the test does not simply pass. */
    recordExchange: (exchange: Exchange, prefix = '') => {
      if (shown.length < MOST_SHOWN && !isShown(exchange)) shown.push({ exchange, prefix, breaches: [] });
    },
    /** Records the problems of an exchange, and the exchange itself if it is not recorded yet. */
    recordBreach: (exchange: Exchange, breach: string) => {
      if (!isShown(exchange) && shown.filter(isBroken).length < MOST_FAILURES)
        shown.push({ exchange, prefix: '', breaches: [] });
      shown.find((each) => each.exchange === exchange)?.breaches.push(breach);
    },
    /** Writes the observations of the test that ends, for the reporter. */
    writeObservation: () => {
      if (unwritten) appendToChannel('observed', unwritten satisfies Observation);
      unwritten = undefined;
    },
    attachExchanges: (testInfo: TestInfo) => {
      const ended = shown;
      shown = [];
      attachExchanges(testInfo, ended);
    },
  };
}

/** Attaches the exchanges of a test that does not simply pass: problems, curl line, status, headers, body. */
function attachExchanges(testInfo: TestInfo, shown: readonly Shown[]): void {
  for (const each of needsAll(testInfo, shown) ? shown : []) {
    const { exchange, prefix, breaches } = each;
    const { pathname } = new URL(exchange.request.url);
    const first = isBroken(each) ? BREACH : prefix;
    const name = redact(`${first}${exchange.request.method} ${pathname} → ${exchange.status}`);
    attachText(testInfo, name, [...breaches, toText(exchange)].join('\n\n'));
  }
}

function needsAll({ status, retry, annotations }: TestInfo, shown: readonly Shown[]): boolean {
  const isAsked = getDescriptions(annotations, LEVEL).includes('question');
  const isUnproven = annotations.some(({ type }) => type === UNPROVEN);
  return status !== 'passed' || retry > 0 || isAsked || isUnproven || shown.some(isBroken);
}

function toText({ reproduce, status, headers, text, json, milliseconds }: Exchange): string {
  const fields = Object.entries(headers).map(([name, value]) =>
    isSecretHeader(name) ? `${name}: [redacted]` : `${name}: ${value}`,
  );
  return [
    ...reproduce().map((line) => `$ ${line}`),
    '',
    `${status} in ${Math.round(milliseconds)} ms`,
    redact(fields.join('\n')),
    '',
    excerpt(indent(text, json), LONGEST_BODY, redact) || '(no body)',
    '',
  ].join('\n');
}

/** Returns a short JSON body in several lines; one that is too deep for that stays as it came. */
function indent(text: string, json: unknown): string {
  try {
    return json === undefined || text.length > LONGEST_INDENTED ? text : JSON.stringify(json, null, 2);
  } catch {
    return text;
  }
}
