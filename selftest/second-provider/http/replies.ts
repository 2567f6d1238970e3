import type { IncomingHttpHeaders } from 'node:http';
import type { Form } from '../choices.ts';
import type { World } from '../world.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

export type Fields = { readonly [name: string]: Json };

/** A request: the path's parameters are decoded, the body is the bytes as text. */
export type Call = {
  world: World;
  form: Form;
  headers: IncomingHttpHeaders;
  path: Readonly<Record<string, string>>;
  query: URLSearchParams;
  text: string;
};

/** A response; the form chooses the body of an error without a code. */
export type Reply = { status: number; body?: Json; code?: string; headers?: Record<string, string> };

export type Operation = (call: Call) => Reply;

export const done = (status: number, body?: Json): Reply => (body === undefined ? { status } : { status, body });

/** Returns a rejection with a code that the reference lists. */
export const rejected = (status: number, code: string): Reply => ({ status, code });

/** Returns a rejection for which the reference lists neither a code nor a label. */
export const uncoded = (status: number): Reply => ({ status });
const words = (label: string) => label.split(/[-_]/);

const spellings: Record<Form['errors']['labels'], (label: string) => string> = {
  'as listed': (label) => label,
  UPPER_SNAKE: (label) => words(label).join('_').toUpperCase(),
  'lower words': (label) => words(label).join(' ').toLowerCase(),
  'closed up': (label) => words(label).join(''),
};

/** Returns a rejection with a label of section 7 in the case and punctuation of the form. */
export function labelled(form: Form, status: number, label: string): Reply {
  return rejected(status, spellings[form.errors.labels](label));
}
