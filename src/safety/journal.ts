import { randomUUID } from 'node:crypto';
import { test } from '@playwright/test';
import { getDescriptions, REQUIREMENT } from '#api/covers';
import { getIdentity, isSuccess, parseJson, type ResponseRecord, type Send, type SentRequest } from '#api/exchange';
import { type Endpoint, getOperation } from '#api/operations';
import { getFailure, wasNeverSent } from '#http/failure';
import { recordResponseSecrets, redact } from '#redaction/redact';
import { appendToChannel, type Resource } from '#run/channels';
import { findTag, type RunContext } from '#run/run-context';
import type { Settings } from '#run/settings/settings';
import { isLoopback } from '#run/settings/target';
import { writeCreatedResources } from './created-resources.ts';

type Journaled = Pick<RunContext, 'targets'> & {
  readonly settings: Pick<Settings, 'BASE_URL' | 'TARGET' | 'REPORTS_DIR' | 'RUN_ID'>;
};
export type Journal = ReturnType<typeof createJournal>;

/** Creates the journal of a worker: how many requests it sends, and what they create. */
export function createJournal({ settings, targets }: Journaled) {
  const { countCreated, recordCreation } = createCreations(settings);
  const sent = new Map<Endpoint, number>();
  /** Writes how many requests were sent since the last time: once a test, since a line for each costs too much. */
  const writeRequests = () => {
    for (const [endpoint, count] of sent) appendToChannel('requests', { endpoint, count });
    sent.clear();
  };
  /** Returns a sender that counts requests, and records what each created. */
  const withJournal = (send: Send): Send => {
    if (targets.length > 0) return send; // a run over several targets is no run of a user's
    return async (request) => {
      const { endpoint } = request;
      if (endpoint) sent.set(endpoint, (sent.get(endpoint) ?? 0) + 1);
      return endpoint && getOperation(endpoint).creates ? recordCreation(send, endpoint, request) : send(request);
    };
  };
  return { countCreated, withJournal, writeRequests };
}

function createCreations(settings: Journaled['settings']) {
  const counts = new WeakMap<SentRequest, number>();
  const isOwn = settings.TARGET === 'embedded' && isLoopback(settings.BASE_URL); // ends with its run, and leaves nothing
  const writeSoon = isOwn ? () => undefined : createWriter(settings);
  /** Returns the number of resources that a request has created in all its attempts; a missing response counts. */
  const countCreated = (request: SentRequest) => counts.get(request) ?? 0;
  const settle = (request: SentRequest, number: string, resource: Resource | undefined) => {
    if (resource || !isOwn) appendToChannel('created', resource ? { number, resource } : { number, nothing: true });
    if (resource) counts.set(request, countCreated(request) + 1);
  };
  /** Records what a request may create before it is sent, and what it did create by its response. */
  const recordCreation = async (send: Send, endpoint: Endpoint, request: SentRequest) => {
    const number = randomUUID();
    const resource = getResource(endpoint, request, settings);
    if (!isOwn) appendToChannel('created', { number, resource }); // a run that is killed before the response has listed it
    writeSoon();
    try {
      const response = await send(request);
      recordResponseSecrets(response); // its id may be one of them
      settle(request, number, isSuccess(response.status) ? withResponse(resource, response) : undefined);
      return response;
    } catch (error) {
      settle(request, number, wasNeverSent(getFailure(error)) ? undefined : resource);
      throw error;
    } finally {
      writeSoon();
    }
  };
  return { countCreated, recordCreation };
}

function getResource(operation: Endpoint, { body = '' }: SentRequest, run: Journaled['settings']): Resource {
  const { title, annotations } = test.info();
  return {
    operation,
    id: null,
    status: null,
    when: new Date().toISOString(),
    requirement: getDescriptions(annotations, REQUIREMENT).join(' '),
    test: title,
    tag: findTag(run, JSON.stringify(parseJson(body)) ?? body), // however the body writes its letters
  };
}

function withResponse(resource: Resource, response: ResponseRecord): Resource {
  const id = getIdentity(response, getOperation(resource.operation).creates?.id ?? '');
  const isId = typeof id === 'string' && id !== '';
  return { ...resource, status: response.status, id: isId ? redact(id) : null };
}

/** A worker that asks hundreds of times on loopback writes the file once in this many milliseconds. */
const INTERVAL = 1_000;
const MOST_AT_ONCE = 20;

/** Creates the writer of a run that is on; it leaves to the next time what it cannot write. */
function createWriter({ BASE_URL, REPORTS_DIR }: Journaled['settings']): () => void {
  const isNear = isLoopback(BASE_URL);
  let times = 0;
  let saved = 0;
  return () => {
    if (isNear && times > MOST_AT_ONCE && Date.now() - saved < INTERVAL) return;
    times += 1;
    saved = Date.now();
    writeCreatedResources(REPORTS_DIR, () => undefined); // the end of the run tries again, and reports it
  };
}
