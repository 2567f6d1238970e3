import { randomUUID } from 'node:crypto';
import { type TestInfo, test } from '@playwright/test';
import { REQUIREMENT } from '#api/covers';
import { getIdentity, isSuccess, parseJson, type ResponseRecord, type SentRequest } from '#api/exchange';
import { type Endpoint, getOperation } from '#api/operations';
import { failureOf, neverAsked } from '#http/failure';
import type { Send } from '#http/send';
import { redact } from '#redaction/redact';
import type { Resource } from '#run/channel-table';
import { appendToChannel, readChannel } from '#run/channels';
import { context, settings } from '#run/context';
import { tagIn } from '#run/settings/names';
import { writeCreatedResourcesSoon } from './created-resources.ts';

const counts = new WeakMap<SentRequest, number>();

/** Returns how many resources a request has created, each time that it was sent; what was never answered counts. */
export function countCreated(request: SentRequest): number {
  return counts.get(request) ?? 0;
}

/** Writes down what each request may leave behind before it is sent, and what it did by its answer. */
export function withJournal(send: Send): Send {
  if (context().targets.length > 0) return send; // a run over several targets is no run of a user's
  return async (request) => {
    const { endpoint } = request;
    if (endpoint) appendToChannel('requests', endpoint);
    if (!endpoint || !getOperation(endpoint).creates) return send(request);
    return write(send, endpoint, request, randomUUID());
  };
}

async function write(send: Send, endpoint: Endpoint, request: SentRequest, number: string): Promise<ResponseRecord> {
  const resource = resourceOf(endpoint, request, test.info());
  appendToChannel('created', { number, resource });
  writeCreatedResourcesSoon(listCreatedResources); // a run that is killed before the answer has listed it
  try {
    const answer = await send(request);
    settle(request, number, isSuccess(answer.status) ? answered(resource, answer) : undefined);
    return answer;
  } catch (error) {
    settle(request, number, neverAsked(failureOf(error)) ? undefined : resource);
    throw error;
  } finally {
    writeCreatedResourcesSoon(listCreatedResources);
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

/** Returns what the run has created so far, in the order in which it was sent. */
export function listCreatedResources(): Resource[] {
  const byNumber = new Map<string, Resource>();
  for (const line of readChannel('created')) {
    if ('resource' in line) byNumber.set(line.number, line.resource);
    else byNumber.delete(line.number);
  }
  return [...byNumber.values()];
}
