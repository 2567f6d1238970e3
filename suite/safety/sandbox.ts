import type { SentRequest } from '../core/exchange.ts';
import { operationOf } from '../core/operations.ts';
import { settings } from '../run/context.ts';
import { isSandbox } from '../run/settings/target.ts';
import { stop } from '../run/stop.ts';

/** Ends a test that would send another value of a header that keeps its request inside the sandbox. */
export function stayInSandbox({ endpoint, headers }: SentRequest): void {
  if (!endpoint || !isSandbox(settings())) return;
  for (const [name, value] of Object.entries(operationOf(endpoint).inSandbox ?? {}))
    if (headers[name] !== value) stop({ kind: 'sandbox', endpoint, header: name, value });
}
