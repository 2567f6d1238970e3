import { getField } from '#api/exchange';
import type { Reply } from '../wire/traffic.ts';

/** Describes a JSON object. */
export type Resource = Readonly<Record<string, unknown>>;

/** Describes what was created, by its path: it can be read, updated, searched and deleted, and has no rules of its own. */
export interface Store {
  readonly created: (collection: string, resource: Resource) => void;
  /** The answer to a request for what was created or where it is; undefined where it is for neither. */
  readonly answer: (method: string, path: string, query: URLSearchParams, body: unknown) => Reply | undefined;
}

/** Starts empty. */
export function newStore(): Store {
  const resources = new Map<string, Resource>();
  const collections = new Set<string>();
  return {
    created: (collection, resource) => {
      collections.add(collection);
      const id = getField(resource, 'id') ?? getField(resource, 'agreement_id');
      if (id !== undefined) resources.set(`${collection}/${id}`, resource);
    },
    answer: (method, path, query, body) => {
      const collection = path.replace(/\/search$/, '');
      if (method === 'GET' && collections.has(collection))
        return createJsonReply(200, found(resources, collection, query));
      const resource = resources.get(path);
      if (!resource) return undefined;
      const changed = changes[method]?.(resource, body);
      if (changed) resources.set(path, changed);
      else if (method === 'DELETE') resources.delete(path);
      else return undefined;
      return createJsonReply(200, changed ?? resource);
    },
  };
}

const changes: Readonly<Record<string, (resource: Resource, body: unknown) => Resource>> = {
  GET: (resource) => resource,
  PUT: (resource, body) => ({ ...resource, ...toObject(body) }),
  PATCH: (resource, body) => ({ ...resource, ...toObject(body) }),
};

/** Returns those of a collection that have the members that the query names, under the names that clients look for them. */
function found(resources: ReadonlyMap<string, Resource>, collection: string, query: URLSearchParams): Resource {
  const own = [...resources].filter(([path]) => path.startsWith(`${collection}/`)).map(([, one]) => one);
  const matching = own.filter((one) =>
    [...query].every(([name, value]) => !Object.hasOwn(one, name) || String(one[name]) === value),
  );
  const total = matching.length;
  const paging = { total, limit: total, offset: 0 };
  return { paging, results: matching, elements: matching, total, next_offset: total };
}

/** Returns the value where it is an object, else none of its members. */
export function toObject(value: unknown): Resource {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Returns a reply with a JSON value. */
export function createJsonReply(status: number, value: unknown): Reply {
  return {
    status,
    headers: [['Content-Type', 'application/json']],
    body: Buffer.from(JSON.stringify(value)),
  };
}
