import { getField } from '#api/exchange';
import { operations } from '#api/operations';
import { isObject } from '#api/values/json';
import { createJsonReply, type Reply } from '../wire/traffic.ts';

export type StoredResource = Readonly<Record<string, unknown>>;

/** Holds created resources by path: they can be read, updated, searched and deleted, and have no rules of their own. */
export type Store = ReturnType<typeof createStore>;

/** Creates an empty store, which forgets its oldest resources when it is full. */
export function createStore() {
  const resources = new Map<string, StoredResource>();
  const collections = new Set<string>();
  const secrets = new Set<string>();
  let created = 0;
  const add = (collection: string, resource: StoredResource): void => {
    collections.add(collection);
    const id = getField(resource, 'id') ?? getField(resource, 'agreement_id');
    if (id !== undefined) resources.set(`${collection}/${id}`, resource);
    forgetOldest(resources);
  };
  const create = (collection: string, body: StoredResource): StoredResource => {
    created += 1;
    const resource = { ...body, id: `${4_711_000 + created}`, date_created: new Date().toISOString() };
    add(collection, resource);
    return resource;
  };
  return {
    addSecrets: (values: readonly string[]): void => {
      for (const value of values) secrets.add(value);
      forgetOldest(secrets);
    },
    listSecrets: (): string[] => [...secrets],
    add,
    /** Returns the response to a request for a resource or a collection; undefined for any other. */
    respond: (method: string, path: string, query: URLSearchParams, body: unknown): Reply | undefined => {
      const collection = path.replace(/\/(?:search)?$/, '');
      const resource = resources.get(path);
      if (method === 'GET' && (collections.has(collection) || path.endsWith('/search')))
        return createJsonReply(200, search(resources, collection, query));
      if (method === 'POST' && isObject(body) && !looksLikeOperation(path))
        return createJsonReply(201, create(collection, body));
      if (!resource) return undefined;
      const changed = changes[method]?.(resource, body);
      if (changed) resources.set(path, changed);
      else if (method === 'DELETE') resources.delete(path);
      else return undefined;
      return createJsonReply(200, changed ?? resource);
    },
  };
}

const toWord = (segment: string) => segment.toLowerCase().replace(/[^a-z]|s$/g, '');
const words = Object.values(operations).flatMap(({ method, path }) => (method === 'POST' ? path.split('/') : []));
const wordsOfOperations = new Set(words.map(toWord).filter(({ length }) => length > 1));
const looksLikeOperation = (path: string) => path.split('/').some((segment) => wordsOfOperations.has(toWord(segment)));

/** Maximum number of entries of a store, so that a gate that is served for days needs no more memory. */
const MOST_ENTRIES = 1_000;

function forgetOldest(entries: Map<string, unknown> | Set<string>): void {
  for (const key of [...entries.keys()].slice(0, Math.max(0, entries.size - MOST_ENTRIES))) entries.delete(key);
}

const update = (resource: StoredResource, body: unknown): StoredResource => ({ ...resource, ...toObject(body) });
const changes: Readonly<Record<string, typeof update>> = { GET: (resource) => resource, PUT: update, PATCH: update };

/** Returns the resources of a collection with the fields of the query, under the names that clients read. */
function search(resources: ReadonlyMap<string, StoredResource>, collection: string, query: URLSearchParams) {
  const inside = [...resources].filter(([path]) => path.startsWith(`${collection}/`)).map(([, one]) => one);
  const matching = inside.filter((one) =>
    [...query].every(([name, value]) => !Object.hasOwn(one, name) || String(one[name]) === value),
  );
  const total = matching.length;
  const paging = { total, limit: total, offset: 0 };
  return { paging, results: matching, elements: matching, total, next_offset: total };
}

export function toObject(value: unknown): StoredResource {
  return isObject(value) ? value : {};
}

/** Describes the response to a method and a path; a segment in braces matches any. */
export interface Stub {
  readonly method: string;
  readonly path: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** False if the path takes no token; default: true. */
  readonly protected?: boolean;
}

/** Returns the first stub for a method and a path; undefined if there is none. */
export function findStub(stubs: readonly Stub[], method: string, path: string): Stub | undefined {
  return stubs.find((one) => one.method.toUpperCase() === method && matchesPath(one.path, path));
}

export function createStubReply({ status = 200, headers = {}, body }: Stub): Reply {
  const reply = body === undefined ? { status, headers: [], body: Buffer.alloc(0) } : createJsonReply(status, body);
  return { ...reply, headers: [...reply.headers, ...Object.entries(headers)] };
}

function matchesPath(template: string, path: string): boolean {
  const split = (text: string) => text.replace(/\/$/, '').split('/');
  const [parts, segments] = [split(template), split(path)];
  const fits = (part: string, index: number) => /^\{.*\}$/.test(part) || part === segments[index];
  return parts.length === segments.length && parts.every(fits);
}
