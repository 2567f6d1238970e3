import { type Answer, type Exchange, isSuccess, type SentRequest } from '../core/exchange.ts';
import { type Endpoint, operationOf } from '../core/operations.ts';
import { tell, told } from '../run/channels.ts';

/** The file of the run folder that holds the valid twins that created something. It holds secrets: no report reads it. */
export const CONTROLS = 'controls';

interface Control extends Answer {
  readonly endpoint: Endpoint;
  readonly baseUrl: string;
  readonly request: SentRequest;
}

const known = new Map<Endpoint, Control>();

/**
 * Remembers for all workers of the run what a valid twin was answered that created something, so that a worker that
 * starts after another has failed a test creates it no second time.
 */
export function rememberControl(baseUrl: string, exchange: Exchange): void {
  const { endpoint, request, status, headers, text, json, milliseconds } = exchange;
  if (!isShared(endpoint) || !isSuccess(status)) return;
  const control = { endpoint, baseUrl, request, status, headers, text, json, milliseconds };
  tell(CONTROLS, JSON.stringify(control satisfies Control));
}

/** The remembered answer to the valid twin of an operation at a base URL. */
export function controlOf(endpoint: Endpoint, baseUrl: string): Control | undefined {
  if (!isShared(endpoint)) return undefined;
  const found = known.get(endpoint) ?? read(endpoint);
  if (found) known.set(endpoint, found);
  return found?.baseUrl === baseUrl ? found : undefined;
}

/** Whether the valid twin of an operation has created what others stand on. */
export function hasControl(endpoint: Endpoint): boolean {
  return known.has(endpoint) || read(endpoint) !== undefined;
}

function read(endpoint: Endpoint): Control | undefined {
  const controls = told(CONTROLS).map((line): Control => JSON.parse(line));
  return controls.find((control) => control.endpoint === endpoint);
}

/** In a run over several targets each has its own, and none is short of anything. */
function isShared(endpoint: Endpoint): boolean {
  return operationOf(endpoint).creates !== undefined && !process.env.TARGETS_FILE;
}
