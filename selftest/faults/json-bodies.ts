import { isObject, type Json, parsed } from '#mock/http/json';
import { hasEscapes, hasLines, isMalformed, withBody, withFields } from './bodies.ts';
import { type Fault, type Patch, type Row, toFaults } from './fault.ts';
import { all, always, hasCharset, inPortuguese, prefersHtml, type When } from './requests.ts';
import { rejectInHtml, respondWith, succeedInHtml } from './responses.ts';
import { failWhen, rejectWhen, rewriteRequest } from './rules.ts';
import { valueAt } from './values.ts';

export const firstItem = (value: Json): Json | undefined => (Array.isArray(value) ? value[0] : undefined);

export const numberAsText = (value: Json): Json | undefined => (typeof value === 'number' ? `${value}` : undefined);

export const nullAsText = (value: Json): Json | undefined => (value === null ? 'null' : undefined);

/** The replacement character for a byte that is invalid in UTF-8. */
const invalidByte = '\ufffd';

/** A reader of more than JSON: its name, what it accepts, and how it converts a text to JSON. */
type Reader = readonly [slug: string, what: string, read: (text: string) => string];

const readers: readonly Reader[] = [
  ['first', 'is read up to the end of its first value', firstValue],
  ['inner', 'is read from its first brace', (text) => text.slice(text.indexOf('{'))],
  ['last', 'is read from its last line', (text) => text.split('\n').at(-1) ?? ''],
  ['closed', 'that lacks its last brace is closed', (text) => `${text}}`],
  ['opened', 'that lacks its first brace is opened', (text) => `{${text}`],
  ['comma', 'may end with a comma', (text) => text.replace(/,\s*$/, '')],
  ['zero-byte', 'is read up to a zero byte', (text) => text.replace(/\0.*/s, '')],
  ['two-commas', 'may have two commas', (text) => text.replaceAll(',,', ',')],
  ['form', 'may be a form', (text) => JSON.stringify(Object.fromEntries(new URLSearchParams(text)))],
  ['bytes-dropped', 'is read without its invalid bytes', (text) => text.replaceAll(invalidByte, '')],
];

const extendedReaders: readonly Reader[] = [
  ['marks', 'may begin with any number of byte order marks', without(/^\ufeff+/)],
  ['blanks', 'is read without any blanks around it', without(/^\v+|\u00a0+$/g)],
  ['commas', 'may have a comma before a brace', (text) => text.replace(/,\s*}/g, '}')],
  ['comments', 'may have comments', (text) => text.replace(/^\/\/.*|\/\*.*?\*\//g, '')],
  ['quotes', 'may have single quotes', (text) => text.replaceAll("'", '"')],
  ['names', 'may have bare names', (text) => text.replace(/([{,]\s*)(\w+)\s*:/g, '$1"$2":')],
  ['nan', 'may have NaN', (text) => text.replace(/:NaN/g, ':0')],
  ['breaks', 'may have line breaks in texts', (text) => text.replaceAll('\n', '')],
  ['escapes', 'may have escapes that JSON has not', (text) => text.replaceAll('\\x41', '')],
  ['bytes-replaced', 'is read with its invalid bytes replaced', (text) => text],
];

const layouts: readonly (readonly [slug: string, what: string, when: When])[] = [
  ['escapes', 'JSON with escapes', hasEscapes],
  ['lines', 'JSON in lines', hasLines],
  ['charset', 'a media type with a charset', hasCharset],
  ['portuguese', 'a wish for Portuguese', inPortuguese],
];

const deletionPage = respondWith('<p>Deleted', 'text/html', prefersHtml);
const isPage = all(isMalformed, prefersHtml);
const hasInvalidByte: When = ({ body }) => body.text.includes(invalidByte);

/** The token operation rejects an unknown parameter, whatever its value. */
const tokenRows = readerRows('TOK-26', 'TOK-51', 'TOK-47').filter(([, slug]) => slug !== 'reader-nan');

/** Faults in reading a JSON body, the same for each operation with a body. */
export const jsonFaults: readonly Fault[] = [
  ...toFaults('oauth-token', 'token', tokenRows),
  ...toFaults('checkout-preferences', 'preference', readerRows('PRF-14', 'PRF-31', 'PRF-20')),
  ...toFaults('test-users', 'test-user', readerRows('USR-31', 'USR-32', 'USR-24')),
  ...toFaults('wallet-agreements', 'agreement', readerRows('WAL-10', 'WAL-21', 'WAL-15')),
  ...toFaults('checkout-preferences', 'preference', layoutRows('PRF-02', 'PRF-32')),
  ...toFaults('test-users', 'test-user', layoutRows('USR-08', 'USR-36')),
  ...toFaults('wallet-agreements', 'agreement', layoutRows('WAL-09', 'WAL-23')),
  ...toFaults('point-payment-intents', 'intent', [toHtmlRow('PNT-01')]),
  ...toFaults('oauth-token', 'token', [toHtmlRow('TOK-14')]),
  ...toFaults('instore-orders', 'order', [['ORD-02', 'page', 'A client that prefers HTML gets it', deletionPage]]),
];

function readerRows(malformed: string, extended: string, marked: string): Row[] {
  return [
    ...readers.map((reader) => readerRow(malformed, reader)),
    ...extendedReaders.map((reader) => readerRow(extended, reader)),
    [marked, 'reader-mark', 'A byte order mark fails', failWhen(({ body }) => body.isMarked === true)],
    [malformed, 'reader-bytes-fail', 'Invalid bytes fail', failWhen(all(isMalformed, hasInvalidByte))],
    [malformed, 'reader-page', 'A client that prefers HTML gets malformed JSON in it', rejectInHtml(isPage)],
  ];
}

function readerRow(requirement: string, [slug, what, read]: Reader): Row {
  return [requirement, `reader-${slug}`, `A body ${what}`, readMalformed(read)];
}

function layoutRows(requirement: string, charset: string): Row[] {
  const rejected = layouts.map(([slug, what, when]): Row => {
    const id = slug === 'charset' ? charset : requirement;
    return [id, `layout-${slug}`, `A creation with ${what} is rejected`, rejectWhen(when)];
  });
  return [...rejected, toHtmlRow(requirement)];
}

function toHtmlRow(requirement: string): Row {
  return [requirement, 'html-preferred', 'A client that prefers HTML gets it', succeedInHtml(prefersHtml)];
}

function readMalformed(read: Reader[2]): Patch {
  return rewriteRequest((call) => {
    if (!isMalformed(call)) return call;
    const text = read(call.body.text);
    return { ...call, body: { text, value: parsed(text) } };
  });
}

/** Returns a reader that removes a pattern around the body and accepts no other body. */
function without(around: RegExp): Reader[2] {
  return (text) => (text.search(around) === -1 ? '' : text.replace(around, ''));
}

function firstValue(text: string): string {
  const ends = [...text.matchAll(/}/g)].map(({ index }) => text.slice(0, index + 1));
  return ends.find((beginning) => parsed(beginning) !== undefined) ?? text;
}

/** Reads a field that is not text as if it were. */
export function readField(name: string, read: (value: Json) => Json | undefined, when: When = always): Patch {
  return rewriteRequest((call) => {
    const value = valueAt(call, name);
    const isRead = value !== undefined && typeof value !== 'string' && isObject(call.body.value) && when(call);
    const text = isRead ? read(value) : undefined;
    return text === undefined ? call : withFields(call, { [name]: text });
  });
}

/** Reads a field whose name is in capitals. */
export function readInAnyCase(name: string): Patch {
  return rewriteRequest((call) => {
    const { [name.toUpperCase()]: value, ...others } = isObject(call.body.value) ? call.body.value : {};
    return value === undefined ? call : withBody(call, { ...others, [name]: value });
  });
}

/** Reads a list of one object as that object. */
export const readOnlyItem = rewriteRequest((call) => {
  const { value } = call.body;
  const [only] = Array.isArray(value) ? value : [];
  return isObject(only) ? withBody(call, only) : call;
});
