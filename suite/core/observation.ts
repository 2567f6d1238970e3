import type { Endpoint } from './operations.ts';

/** One thing that an answer showed, which no test asserts. It holds no value that varies from answer to answer. */
export type Fact =
  | { readonly kind: 'success status'; readonly value: number }
  | { readonly kind: 'media type'; readonly of: 'success' | 'error'; readonly value: string }
  | { readonly kind: 'error body'; readonly status: number; readonly value: unknown }
  | { readonly kind: 'code'; readonly value: string }
  | { readonly kind: 'unnamed member'; readonly name: string; readonly value: unknown }
  | { readonly kind: 'header'; readonly name: string; readonly value: number };

/** What one worker tells at the end of a test: the facts that it has not told before, and how long answers took. */
export interface Observation {
  readonly endpoint: Endpoint;
  readonly facts: readonly Fact[];
  readonly milliseconds: readonly number[];
}
