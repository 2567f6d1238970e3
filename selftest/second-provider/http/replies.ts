import type { IncomingHttpHeaders } from 'node:http';
import type { Form } from '../choices.ts';
import type { World } from '../world.ts';

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** The fields of a response. */
export type Members = { readonly [name: string]: Json };

/** Holds a request: the path's parameters are decoded, the body is the bytes as text. */
export type Call = {
  world: World;
  form: Form;
  headers: IncomingHttpHeaders;
  path: Readonly<Record<string, string>>;
  query: URLSearchParams;
  text: string;
};

/** Holds a response; an error without a code has whatever body the form chooses. */
export type Reply = { status: number; body?: Json; code?: string; headers?: Record<string, string> };

/** Answers one call of one operation. */
export type Operation = (call: Call) => Reply;

/** A success, with a body or without any. */
export const done = (status: number, body?: Json): Reply => (body === undefined ? { status } : { status, body });

/** A rejection with a code that the reference lists. */
export const rejected = (status: number, code: string): Reply => ({ status, code });

/** A rejection for which the reference lists neither a code nor a label. */
export const uncoded = (status: number): Reply => ({ status });
const words = (label: string) => label.split(/[-_]/);

const spellings: Record<Form['errors']['labels'], (label: string) => string> = {
  'as listed': (label) => label,
  UPPER_SNAKE: (label) => words(label).join('_').toUpperCase(),
  'lower words': (label) => words(label).join(' ').toLowerCase(),
  'closed up': (label) => words(label).join(''),
};

/** A rejection with a label of section 7, whose case and punctuation are the form's. */
export function labelled(form: Form, status: number, label: string): Reply {
  return rejected(status, spellings[form.errors.labels](label));
}
