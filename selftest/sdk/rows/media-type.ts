import type { Row } from './row.ts';

const of = 'test-users';
const form = 'application/x-www-form-urlencoded';

/** The media type (preamble). */
export const mediaTypeRows: readonly Row[] = [
  { what: 'no Content-Type', of, change: { 'content-type': null }, found: ['breach content-type'] },
  { what: 'a form', of: 'oauth-token', change: { 'content-type': form }, found: ['breach content-type'] },
  { what: 'plain text', of, change: { 'content-type': 'text/plain' }, found: ['breach content-type'] },
  { what: 'text/json', of, change: { 'content-type': 'text/json' }, found: ['breach content-type'] },
  {
    what: 'another type that is written in JSON',
    of,
    change: { 'content-type': 'application/merge-patch+json' },
    found: ['breach content-type'],
  },
  {
    what: 'a type that begins like JSON',
    of,
    change: { 'content-type': 'application/jsonp' },
    found: ['breach content-type'],
  },
  { what: 'an empty Content-Type', of, change: { 'content-type': '' }, found: ['breach content-type'] },
  {
    what: 'two Content-Types',
    of,
    add: [['Content-Type', 'application/json']],
    found: ['breach header-twice'],
  },
  {
    what: 'JSON with its charset',
    of,
    change: { 'content-type': 'application/json; charset=utf-8' },
    found: [],
  },
  { what: 'JSON in capitals', of, change: { 'content-type': 'Application/JSON;Charset="UTF-8"' }, found: [] },
  {
    what: 'another charset',
    of,
    change: { 'content-type': 'application/json; charset=latin1' },
    found: ['note charset'],
  },
  {
    what: 'a type of no body',
    of: 'instore-orders',
    add: [['Content-Type', 'application/json']],
    found: ['note content-type-without-body'],
  },
  { what: 'JSON wanted back', of, add: [['Accept', 'application/json']], found: [] },
];
