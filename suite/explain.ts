import { attachBreach } from './attach.ts';
import { curl } from './curl.ts';
import type { Exchange } from './exchange.ts';
import { redact } from './redact.ts';
import { excerpt } from './shorten.ts';

const LONGEST_BODY = 2_000;

/** What a failed judgement prints: the breach, the answer, and the line that sends the request again. */
export function explain(exchange: Exchange, problems: readonly string[]): string {
  const { request, status, text, headers } = exchange;
  const breach = problems.map((problem) => redact(`  - ${problem}`)).join('\n');
  attachBreach(exchange, breach);
  return [
    redact(`${request.method} ${request.url} was answered ${status}.`),
    breach,
    `  body (${redact(headers['content-type'] ?? 'no media type')}): ${excerpt(text, LONGEST_BODY, redact) || 'none'}`,
    `  reproduce: ${curl(request)}`,
  ].join('\n');
}
