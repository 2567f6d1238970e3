import type { Answer } from '../core/exchange.ts';

/** The seconds that an answer asks to wait: Retry-After as seconds or as a date (RFC 9110, 10.2.3); undefined where it does not. */
export function retryAfter({ headers }: Pick<Answer, 'headers'>, now = Date.now()): number | undefined {
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value);
  const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}
