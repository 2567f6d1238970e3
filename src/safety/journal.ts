import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type TestInfo, test } from '@playwright/test';
import writeFileAtomic from 'write-file-atomic';
import { REQUIREMENT } from '#api/covers';
import { type Exchange, getIdentity, isSuccess, parseJson, type ResponseRecord, type SentRequest } from '#api/exchange';
import { type Endpoint, getOperation } from '#api/operations';
import { failureOf, neverAsked } from '#http/failure';
import type { Send } from '#http/send';
import { redact } from '#redaction/redact';
import { appendToChannel, type Baseline, type Resource, readChannel } from '#run/channels';
import { context, settings } from '#run/context';
import { tagIn } from '#run/run-context';
import { isLoopback } from '#run/settings/target';

const counts = new WeakMap<SentRequest, number>();

/** Returns the number of resources that a request has created in all its attempts; a missing response counts. */
export function countCreated(request: SentRequest): number {
  return counts.get(request) ?? 0;
}

/** Records the resources that each request may create before it is sent, and those it did create by its response. */
export function withJournal(send: Send): Send {
  if (context().targets.length > 0) return send; // a run over several targets is no run of a user's
  return async (request) => {
    const { endpoint } = request;
    if (endpoint) appendToChannel('requests', endpoint);
    if (!endpoint || !getOperation(endpoint).creates) return send(request);
    return recordCreation(send, endpoint, request, randomUUID());
  };
}

async function recordCreation(
  send: Send,
  endpoint: Endpoint,
  request: SentRequest,
  number: string,
): Promise<ResponseRecord> {
  const resource = resourceOf(endpoint, request, test.info());
  appendToChannel('created', { number, resource });
  writeSoon(); // a run that is killed before the response has listed it
  try {
    const answer = await send(request);
    settle(request, number, isSuccess(answer.status) ? answered(resource, answer) : undefined);
    return answer;
  } catch (error) {
    settle(request, number, neverAsked(failureOf(error)) ? undefined : resource);
    throw error;
  } finally {
    writeSoon();
  }
}

function settle(request: SentRequest, number: string, resource: Resource | undefined): void {
  appendToChannel('created', resource ? { number, resource } : { number, nothing: true });
  if (resource) counts.set(request, countCreated(request) + 1);
}

function resourceOf(operation: Endpoint, { body = '' }: SentRequest, { title, annotations }: TestInfo): Resource {
  const ids = annotations.filter(({ type }) => type === REQUIREMENT).map(({ description }) => description);
  const when = new Date().toISOString();
  return {
    operation,
    id: null,
    status: null,
    when,
    requirement: ids.join(' '),
    test: title,
    tag: tagIn(settings(), JSON.stringify(parseJson(body)) ?? body), // however the body writes its letters
  };
}

function answered(resource: Resource, answer: ResponseRecord): Resource {
  const id = getIdentity(answer, getOperation(resource.operation).creates?.id ?? '');
  const isId = typeof id === 'string' && id !== '';
  return { ...resource, status: answer.status, id: isId ? redact(id) : null };
}

/** Returns the resources that the run has created so far, in the order of their requests. */
export function listCreatedResources(): Resource[] {
  const byNumber = new Map<string, Resource>();
  for (const line of readChannel('created')) {
    if ('resource' in line) byNumber.set(line.number, line.resource);
    else byNumber.delete(line.number);
  }
  return [...byNumber.values()];
}

/** Writes reports/left-behind.json. */
export function writeCreatedResources(resources: readonly Resource[]): void {
  try {
    write(resources);
  } catch (error) {
    process.stderr.write(
      `left-behind.json could not be written: ${String(error)}. Set REPORTS_DIR, or free the disk.\n`,
    );
  }
}

/** A worker that asks hundreds of times on loopback writes the file once in this many milliseconds. */
const OFTEN = 1_000;
const FEW = 200;
let times = 0;
let saved = 0;

/**
 * Writes it while the run is on, or leaves that to the next time; no test fails where it cannot be written. The embedded
 * provider ends with its run, and leaves nothing.
 */
function writeSoon(): void {
  const isNear = isLoopback(settings().BASE_URL);
  const isOwn = settings().TARGET === 'embedded' && isNear;
  if (isOwn || (isNear && times > FEW && Date.now() - saved < OFTEN)) return;
  times += 1;
  saved = Date.now();
  try {
    write(listCreatedResources());
  } catch {
    // The end of the run tries again, and reports it.
  }
}

function write(resources: readonly Resource[]): void {
  mkdirSync(settings().REPORTS_DIR, { recursive: true });
  const file = path.join(settings().REPORTS_DIR, 'left-behind.json');
  writeFileAtomic.sync(file, `${JSON.stringify(resources, null, 2)}\n`, { fsync: false });
}

export type CreatedResources = readonly Resource[];

/** Returns the resources that a run created and could not delete; undefined if nothing was recorded. */
export function readCreatedResources(): CreatedResources | undefined {
  const file = path.join(settings().REPORTS_DIR, 'left-behind.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

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
