import type { Endpoint } from '#api/operations';
import type { Header } from '#client/wire/traffic';

/** The way in which a request reaches the gate. */
export type By = 'base URL' | 'proxy' | 'tunnel' | 'tunnel with TLS' | 'HTTP/2' | 'HTTP/2 by prior knowledge';

/** A request and the gate's findings. Omitted fields have valid values. */
export interface Row {
  readonly what: string;
  readonly of: Endpoint;
  readonly by?: By;
  readonly method?: string;
  readonly target?: string;
  /** Headers that replace those of the same name; null removes one. */
  readonly change?: Readonly<Record<string, string | null>>;
  /** Additional headers. */
  readonly add?: readonly Header[];
  readonly body?: unknown;
  /** The raw body, instead of `body`. */
  readonly text?: string | Buffer;
  readonly version?: '1.0' | '1.1';
  /** The target of a CONNECT request. */
  readonly tunnel?: string;
  /** The raw bytes to send instead of the request. */
  readonly bytes?: string | Buffer;
  /** `breach method`, one per finding; empty if the request is allowed. */
  readonly found: readonly string[];
}

/** Returns a function that writes rows of an operation with one changed part: description, part, findings. */
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
