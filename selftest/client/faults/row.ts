import type { Endpoint } from '#api/operations';
import { type ClientId, clientRegister } from '#api/register';
import type { Header } from '#client/wire/traffic';
import { conformant, type Drafted, type Habits } from '../reference-client.ts';
import type { Outgoing } from '../wire.ts';

/** One small fault of a client. */
export interface ClientFault {
  /** The requirement that it violates. */
  readonly breaks: ClientId;
  readonly name: string;
  readonly sentence: string;
  readonly changes: Partial<Habits>;
  /** Link to the published defect. */
  readonly link?: string;
}

/** The five operations that need a token. */
export const guarded = {
  preference: ['checkout-preferences', 'CPR'],
  'test-user': ['test-users', 'CUS'],
  cancel: ['point-payment-intents', 'CPI'],
  agreement: ['wallet-agreements', 'CAG'],
  order: ['instore-orders', 'COR'],
} as const;

/** Returns a fault: `CTK-04 code-in-capitals: The code is in capitals. (published/at)`. */
export function fault(key: string, changes: Partial<Habits>): ClientFault {
  const [, breaks = '', name = '', sentence = '', link] = /^(\S+) (\S+): (.*?)(?: \(([\w-]+\/\S+)\))?$/.exec(key) ?? [];
  if (!isClientId(breaks)) throw new Error(`${key} breaks no requirement of a client.`);
  return {
    breaks,
    name,
    sentence,
    changes,
    ...(link ? { link: `https://github.com/${link}` } : {}),
  };
}

function isClientId(id: string): id is ClientId {
  return clientRegister.some((row) => row.id === id);
}

/** Returns the same fault for several operations: `02 as-text: The Content-Type is text/plain.` */
export function each(
  of: Readonly<Record<string, readonly [Endpoint, string]>>,
  key: string,
  change: (operation: Endpoint) => Partial<Habits>,
): ClientFault[] {
  const [number, ...words] = key.split(' ');
  return Object.entries(of).map(([name, [operation, prefix]]) =>
    fault(`${prefix}-${number} ${name}-${words.join(' ')}`, change(operation)),
  );
}

/** Changes the drafted requests of one operation. */
export function drafts(of: Endpoint, change: (drafted: Drafted) => Partial<Drafted>): Partial<Habits> {
  return { draft: (drafted) => (drafted.operation === of ? { ...drafted, ...change(drafted) } : drafted) };
}

type Json = Readonly<Record<string, unknown>>;

/** Changes the fields in the bodies of one operation. */
export function bodies(of: Endpoint, change: (json: Json) => Json): Partial<Habits> {
  return drafts(of, ({ json = {} }) => ({ json: change(json) }));
}

/** Changes the finished requests of one operation. */
export function finishes(of: Endpoint, change: (outgoing: Outgoing) => Partial<Outgoing>): Partial<Habits> {
  return { finish: (outgoing, operation) => (operation === of ? { ...outgoing, ...change(outgoing) } : outgoing) };
}

/** Changes the value of a header; undefined removes it. */
export function header(of: Endpoint, name: string, value: ((was: string) => string) | undefined): Partial<Habits> {
  return finishes(of, ({ headers }) => ({
    headers: headers.flatMap(([own, was]): Header[] => {
      if (own.toLowerCase() !== name) return [[own, was]];
      return value ? [[own, value(was)]] : [];
    }),
  }));
}

/** Adds a header to the requests of one operation. */
export function withHeader(of: Endpoint, added: (outgoing: Outgoing) => Header): Partial<Habits> {
  return finishes(of, (outgoing) => ({ headers: [...outgoing.headers, added(outgoing)] }));
}

/** Changes what the caller receives for one operation. */
export function tells(
  of: Endpoint,
  tell: (said: Parameters<Habits['tell']>[0]) => ReturnType<Habits['tell']>,
): Partial<Habits> {
  return { tell: (said, operation) => (operation === of ? tell(said) : conformant.tell(said, operation)) };
}

/** Changes the value of one field at any depth in the bodies of one operation. */
export function valued(of: Endpoint, wanted: string, value: (was: unknown) => unknown) {
  return drafts(of, ({ json }) => ({
    json: changed(json, (name, member) => [[name, name === wanted ? value(member) : member]]),
  }));
}

/** Returns a body with its fields changed at any depth. */
export function changed(json: Drafted['json'], change: (name: string, member: unknown) => [string, unknown][]): Json {
  return Object(everywhere(json, change));
}

/** Returns a value with the fields of its objects changed at any depth. */
function everywhere(value: unknown, change: (name: string, member: unknown) => [string, unknown][]): unknown {
  if (Array.isArray(value)) return value.map((one) => everywhere(one, change));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).flatMap(([name, member]) => change(name, everywhere(member, change)));
  return Object.fromEntries(members);
}
