import { type Exchange, isSuccess } from '../core/exchange.ts';
import { type Endpoint, operationOf } from '../core/operations.ts';
import type { Baseline } from '../run/channel-table.ts';
import { append, read } from '../run/channels.ts';
import { context } from '../run/context.ts';

const known = new Map<Endpoint, Baseline>();

/**
 * Remembers for all workers of the run what a valid twin was answered that created something, so that a worker that
 * starts after another has failed a test creates it no second time.
 */
export function rememberBaseline(baseUrl: string, exchange: Exchange): void {
  const { endpoint, request, status, headers, text, json, milliseconds } = exchange;
  if (!isShared(endpoint) || !isSuccess(status)) return;
  append('baselines', { endpoint, baseUrl, request, status, headers, text, json, milliseconds });
}

/** The remembered answer to the valid twin of an operation at a base URL. */
export function baselineOf(endpoint: Endpoint, baseUrl: string): Baseline | undefined {
  if (!isShared(endpoint)) return undefined;
  const found = known.get(endpoint) ?? told(endpoint);
  if (found) known.set(endpoint, found);
  return found?.baseUrl === baseUrl ? found : undefined;
}

/** Whether the valid twin of an operation has created what others stand on. */
export function hasBaseline(endpoint: Endpoint): boolean {
  return known.has(endpoint) || told(endpoint) !== undefined;
}

function told(endpoint: Endpoint): Baseline | undefined {
  return read('baselines').find((baseline) => baseline.endpoint === endpoint);
}

/** In a run over several targets each has its own, and none is short of anything. */
function isShared(endpoint: Endpoint): boolean {
  return operationOf(endpoint).creates !== undefined && context().targets.length === 0;
}
