import type { Exchange, SentRequest } from './exchange.ts';
import { redact } from './redact.ts';

const LONGEST_BODY = 2_000;

/** What a failed judgement prints: the breach, the answer, and the line that sends the request again. */
export function explain(exchange: Exchange, problems: readonly string[]): string {
  const { request, status, text, headers } = exchange;
  return redact(
    [
      `${request.method} ${request.url} was answered ${status}.`,
      ...problems.map((problem) => `  - ${problem}`),
      `  body (${headers['content-type'] ?? 'no media type'}): ${shorten(text) || 'none'}`,
      `  reproduce: ${curl(request)}`,
    ].join('\n'),
  );
}

/** The curl line that sends a request again; tokens and other secrets are left for the reader to fill in. */
export function curl({ method, url, headers, body }: SentRequest): string {
  const lines = Object.entries(headers).map(([name, value]) =>
    name === 'authorization'
      ? '-H "authorization: Bearer $ACCESS_TOKEN"'
      : `-H ${quote(`${name}: ${value}`)}`,
  );
  const data = body === undefined ? [] : ['--data-raw', quote(shorten(body))];
  return redact(['curl', '-X', method, ...lines, ...data, quote(url)].join(' '));
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function shorten(text: string): string {
  return text.length > LONGEST_BODY ? `${text.slice(0, LONGEST_BODY)}… (${text.length} characters)` : text;
}
