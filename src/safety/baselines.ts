import { type Exchange, isSuccess } from '#api/exchange';
import { type Endpoint, getOperation } from '#api/operations';
import type { Baseline } from '#run/channel-table';
import { appendToChannel, readChannel } from '#run/channels';
import { context } from '#run/context';

const known = new Map<string, Baseline>();

/**
 * Records the response to a control request that creates something or takes a grant, for all workers of the run: a
 * worker that starts later does not create it again and needs no second code.
 */
export function recordBaseline(control: string, baseUrl: string, exchange: Exchange): void {
  const { endpoint, request, status, headers, text, json, milliseconds } = exchange;
  if (!isShared(endpoint) || !isSuccess(status)) return;
  appendToChannel('baselines', { control, endpoint, baseUrl, request, status, headers, text, json, milliseconds });
}

/** Returns the recorded response to a control request of an operation at a base URL. */
export function getBaseline(control: string, baseUrl: string): Baseline | undefined {
  const found = known.get(control) ?? ofOthers(control);
  if (found) known.set(control, found);
  return found?.baseUrl === baseUrl ? found : undefined;
}

/** Returns true if a control request has created a resource that others need. */
export function hasBaseline(control: string): boolean {
  return known.has(control) || ofOthers(control) !== undefined;
}

function ofOthers(control: string): Baseline | undefined {
  return readChannel('baselines').find((baseline) => baseline.control === control);
}

/** Returns true if workers share the response; in a run over several targets each has its own. */
function isShared(endpoint: Endpoint): boolean {
  const isSpent = endpoint === 'oauth-token' || getOperation(endpoint).creates !== undefined;
  return isSpent && context().targets.length === 0;
}
