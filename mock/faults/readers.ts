import { type Fault, reading, stumbling } from '../fault.ts';
import { parsed } from '../http/json.ts';
import type { Call } from '../operation.ts';
import { hasCharset, hasLines, says } from './found.ts';
import { rowsOf } from './row.ts';

/** What stands for a byte that no UTF-8 has. */
const noUtf8 = '\ufffd';

/** A reader of JSON that takes more than JSON: what it takes, and the JSON that it makes of it. */
type Reader = { slug: string; words: string; reads: (text: string) => string };

const kindReaders: readonly Reader[] = [
  { slug: 'first', words: 'is read up to the end of its first value', reads: firstValue },
  { slug: 'inner', words: 'is read from its first brace', reads: (text) => text.slice(text.indexOf('{')) },
  { slug: 'last', words: 'is read from its last line', reads: (text) => text.split('\n').at(-1) ?? '' },
  { slug: 'closed', words: 'that lacks its last brace is closed', reads: (text) => `${text}}` },
  { slug: 'opened', words: 'that lacks its first brace is opened', reads: (text) => `{${text}` },
  { slug: 'comma', words: 'may have a comma behind', reads: (text) => text.replace(/,\s*$/, '') },
  {
    slug: 'bytes-dropped',
    words: 'is read without the bytes that are no UTF-8',
    reads: (text) => text.replaceAll(noUtf8, ''),
  },
];

const extendedReaders: readonly Reader[] = [
  { slug: 'marks', words: 'is read behind any number of byte order marks', reads: without(/^\ufeff+/) },
  { slug: 'blanks', words: 'is read without any blanks around it', reads: without(/^\v+|\u00a0+$/g) },
  { slug: 'commas', words: 'may have a comma before a brace', reads: (text) => text.replace(/,\s*}/g, '}') },
  { slug: 'comments', words: 'may have comments', reads: (text) => text.replace(/^\/\/.*|\/\*.*?\*\//g, '') },
  { slug: 'quotes', words: 'may have single quotes', reads: (text) => text.replaceAll("'", '"') },
  {
    slug: 'names',
    words: 'may have bare names',
    reads: (text) => text.replace(/([{,]\s*)(\w+)\s*:/g, '$1"$2":'),
  },
  { slug: 'nan', words: 'may have a number that is none', reads: (text) => text.replace(/:NaN/g, ':0') },
  { slug: 'breaks', words: 'may have line breaks in texts', reads: (text) => text.replaceAll('\n', '') },
  { slug: 'escapes', words: 'may have escapes of its own', reads: (text) => text.replaceAll('\\x41', '') },
  { slug: 'bytes-replaced', words: 'is read with a sign for bytes that are no UTF-8', reads: (text) => text },
];

const places = [
  { operation: 'oauth-token', prefix: 'token', broken: 'TOK-26', extended: 'TOK-51', marked: 'TOK-47' },
  {
    operation: 'checkout-preferences',
    prefix: 'preference',
    broken: 'PRF-14',
    extended: 'PRF-31',
    marked: 'PRF-20',
  },
  { operation: 'test-users', prefix: 'test-user', broken: 'USR-31', extended: 'USR-32', marked: 'USR-24' },
  {
    operation: 'wallet-agreements',
    prefix: 'agreement',
    broken: 'WAL-10',
    extended: 'WAL-21',
    marked: 'WAL-15',
  },
] as const;

/** Bodies that are no JSON, read with too much goodwill. */
export const readerFaults: readonly Fault[] = places.flatMap(({ operation, prefix, ...breaks }) => {
  const { row, fails } = rowsOf(operation, prefix);
  const fault =
    (broken: string) =>
    ({ slug, words, reads }: Reader) =>
      row(broken, `reader-${slug}`, `A body ${words}.`, reading(withGoodwill(reads)));
  return [
    ...kindReaders.map(fault(breaks.broken)),
    // What the token operation does not know it refuses, whatever it holds.
    ...extendedReaders
      .filter(({ slug }) => slug !== 'nan' || operation !== 'oauth-token')
      .map(fault(breaks.extended)),
    fails(
      breaks.marked,
      'reader-mark',
      'A byte order mark makes the service fail.',
      ({ body }) => body.isMarked === true,
    ),
    fails(
      breaks.broken,
      'reader-bytes-fail',
      'Bytes that are no UTF-8 make the service fail.',
      ({ body }) => body.value === undefined && body.text.includes(noUtf8),
    ),
  ];
});

function withGoodwill(reads: Reader['reads']) {
  return (call: Call): Call => {
    if (call.body.value !== undefined) return call;
    const text = reads(call.body.text);
    return { ...call, body: { text, value: parsed(text) } };
  };
}

/** Reads what has something around it that is no JSON, and nothing else. */
function without(around: RegExp): Reader['reads'] {
  return (text) => (text.search(around) === -1 ? '' : text.replace(around, ''));
}

function firstValue(text: string): string {
  const ends = [...text.matchAll(/}/g)].map(({ index }) => text.slice(0, index + 1));
  return ends.find((beginning) => parsed(beginning) !== undefined) ?? text;
}

const readers = [
  { operation: 'checkout-preferences', prefix: 'preference', breaks: 'PRF-02' },
  { operation: 'test-users', prefix: 'test-user', breaks: 'USR-08' },
  { operation: 'wallet-agreements', prefix: 'agreement', breaks: 'WAL-09' },
] as const;

const refused = [
  { slug: 'escapes', words: 'JSON with escapes', when: says(/\\u00/) },
  { slug: 'lines', words: 'JSON in lines', when: hasLines },
  { slug: 'charset', words: 'a media type with a charset', when: hasCharset },
] as const;

/** Creations that are refused for how their JSON is written. */
export const layoutFaults: readonly Fault[] = readers.flatMap(({ operation, prefix, breaks }) =>
  refused.map(({ slug, words, when }) =>
    rowsOf(operation, prefix).row(
      breaks,
      `layout-${slug}`,
      `A creation with ${words} is refused.`,
      stumbling(when, 400, 'invalid_request'),
    ),
  ),
);
