import type { Endpoint } from '#api/operations';
import type { Header } from '#client/wire/traffic';

/** Says how a request is brought to the gate. */
export type By = 'base URL' | 'proxy' | 'tunnel' | 'tunnel with TLS' | 'HTTP/2' | 'HTTP/2 by prior knowledge';

/** A request, and what the gate says of it. Everything that is not said is as it should be. */
export interface Row {
  readonly what: string;
  readonly of: Endpoint;
  readonly by?: By;
  readonly method?: string;
  readonly target?: string;
  /** Headers in the place of those of the same name; null leaves one out. */
  readonly change?: Readonly<Record<string, string | null>>;
  /** Further headers. */
  readonly add?: readonly Header[];
  readonly body?: unknown;
  /** The body as it stands, instead of `body`. */
  readonly text?: string | Buffer;
  readonly version?: '1.0' | '1.1';
  /** Holds what a CONNECT names. */
  readonly tunnel?: string;
  /** All that is sent, in the place of the request. */
  readonly bytes?: string | Buffer;
  /** `breach method`, one a finding; none where the request is allowed. */
  readonly found: readonly string[];
}

/** Writes the rows of an operation that differ in one part of the request: what it is, that part, and what is found. */
export function rowOf<const Part extends 'body' | 'target' | 'change' | 'add'>(of: Endpoint, part: Part) {
  return (what: string, sent: Row[Part], ...found: string[]): Row => ({ what, of, [part]: sent, found });
}

/** Returns rows from a table of changes by `what → breach a, note b`; a row may name another operation. */
export function listRows(of: Endpoint, table: Readonly<Record<string, Partial<Row>>>): Row[] {
  return Object.entries(table).map(([key, changes]) => {
    const [what = '', found] = key.split(' → ');
    return { what, of, found: found?.split(', ') ?? [], ...changes };
  });
}
