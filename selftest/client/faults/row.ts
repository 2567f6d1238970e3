import type { Endpoint } from '#api/operations';
import { type ClientId, clientRegister } from '#api/register';
import type { Input } from '#client/certification/scenario';
import { matchOperation } from '#client/contract/check';
import type { Header } from '#client/wire/traffic';
import type { Drafted, Habits } from '../reference-client.ts';
import { type Outgoing, overHttp1 } from '../wire.ts';

export interface ClientFault {
  readonly breaks: ClientId;
  readonly name: string;
  readonly sentence: string;
  readonly changes: Partial<Habits>;
  readonly link?: string;
}

const operationOf = {
  ...{ CTK: 'oauth-token', CPR: 'checkout-preferences', CUS: 'test-users' },
  ...{ CPI: 'point-payment-intents', CAG: 'wallet-agreements', COR: 'instore-orders' },
} as const;

/** The five operations that need a token. */
export const guarded = {
  ...({ preference: 'CPR', 'test-user': 'CUS', cancel: 'CPI' } as const),
  ...({ agreement: 'CAG', order: 'COR' } as const),
};

type Change = (operation: Endpoint) => Partial<Habits>;
type Table = Readonly<Record<string, Change | Partial<Habits>>>;

/** Returns faults by `CTK-04 code-in-capitals: The code is in capitals. (published/at)`; the prefix names the operation. */
export function listFaults(table: Table): ClientFault[] {
  return Object.entries(table).map(([key, change]) => {
    const [, breaks = '', name = '', sentence = '', at] = /^(\S+) (\S+): (.*?)(?: \(([\w-]+\/\S+)\))?$/.exec(key) ?? [];
    if (!isClientId(breaks)) throw new Error(`${key} breaks no requirement of a client.`);
    const changes = typeof change === 'function' ? change(Reflect.get(operationOf, breaks.slice(0, 3))) : change;
    return { breaks, name, sentence, changes, ...(at ? { link: `https://github.com/${at}` } : {}) };
  });
}

function isClientId(id: string): id is ClientId {
  return clientRegister.some((row) => row.id === id);
}

/** Returns each fault for several operations: `02 as-text: The Content-Type is text/plain.` */
export function listEach(of: Readonly<Record<string, keyof typeof operationOf>>, table: Table): ClientFault[] {
  return Object.entries(table).flatMap(([key, change]) => {
    const [number, ...words] = key.split(' ');
    return Object.entries(of).flatMap(([name, prefix]) =>
      listFaults({ [`${prefix}-${number} ${name}-${words.join(' ')}`]: change }),
    );
  });
}

export function drafts(change: (drafted: Drafted, input: Input) => Partial<Drafted>): Change {
  return (of) => ({
    draft: (drafted, input) => (drafted.operation === of ? { ...drafted, ...change(drafted, input) } : drafted),
  });
}

/** Adds to each request of an operation what the one before had. */
export function keeps(change: (before: Drafted, own: Drafted) => Partial<Drafted>): Change {
  let before: Drafted | undefined;
  return drafts((own) => {
    before = { ...own, ...(before && change(before, own)) };
    return before;
  });
}

/** Writes ids in the path as they are and normalises the URL, as fetch, curl and Go's URL do. */
export const asWritten: Partial<Habits> = { encode: (id) => id, finish: normalised };

export function normalised(outgoing: Outgoing): Outgoing {
  const { pathname, search } = new URL(outgoing.target, 'http://localhost');
  return { ...outgoing, target: `${pathname}${search}` };
}

type Json = Readonly<Record<string, unknown>>;

export function bodies(change: (json: Json) => Json): Change {
  return drafts(({ json = {} }) => ({ json: change(json) }));
}

export function finishes(change: (outgoing: Outgoing) => Partial<Outgoing>): Change {
  return (of) => ({
    finish: (outgoing, operation) => (operation === of ? { ...outgoing, ...change(outgoing) } : outgoing),
  });
}

export function withHeader(added: (outgoing: Outgoing) => Header): Change {
  return finishes((outgoing) => ({ headers: [...outgoing.headers, added(outgoing)] }));
}

/** Fails on each response that, with its head, matches a pattern; asks for gzip if that is what it cannot read. */
export function cannotRead(pattern: string): Change {
  const asks: Header[] = pattern.includes('gzip') ? [['Accept-Encoding', 'gzip']] : [];
  return (of) => ({
    send: async (base, outgoing) => {
      const response = await overHttp1(base, { ...outgoing, headers: [...outgoing.headers, ...asks] });
      const isOwn = matchOperation(outgoing.target)?.endpoint === of;
      if (isOwn && new RegExp(pattern).test(`${response.head}\n\n${response.text}`)) throw new TypeError('no response');
      return response;
    },
  });
}

/** Changes what the caller receives for an operation, or with CLI for each. */
export function tells(tell: (report: Parameters<Habits['tell']>[0]) => ReturnType<Habits['tell']>): Change {
  return (of) => ({ tell: (own, operation) => (operation === (of ?? operation) ? tell(own) : own) });
}

/** Adds fields to the bodies of an operation, before those that are there. */
export function withFields(added: Json): Change {
  return bodies((json) => ({ ...added, ...json }));
}

export function without(field: string): Change {
  return bodies((json) => Object.fromEntries(Object.entries(json).filter(([name]) => name !== field)));
}

/** Changes the value of one field at any depth in the bodies of an operation. */
export function valued(field: string, value: (was: unknown) => unknown): Change {
  return fields((name, member) => [[name, name === field ? value(member) : member]]);
}

/** Changes the text of one field at any depth in the bodies of an operation. */
export function rewritten(field: string, write: (was: string) => unknown): Change {
  return valued(field, (was) => write(String(was)));
}

/** Changes the fields at any depth in the bodies of an operation. */
export function fields(change: (name: string, field: unknown) => [string, unknown][]): Change {
  return bodies((json) => Object(everywhere(json, change)));
}

/** Returns a value with the fields of its objects changed at any depth. */
export function everywhere(value: unknown, change: (name: string, field: unknown) => [string, unknown][]): unknown {
  if (Array.isArray(value)) return value.map((one) => everywhere(one, change));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).flatMap(([name, member]) => change(name, everywhere(member, change)));
  return Object.fromEntries(members);
}
