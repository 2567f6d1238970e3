import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { getText } from '#api/exchange';
import { endpoints } from '#api/operations';
import { findForeignPaths, findIndustries } from '#client/contract/fields';
import { checks } from '#client/contract/judge';
import { type Gate, startGate } from '#client/run/gate';
import { type Industry, industries, industrySchema } from '#factories/preferences/industry';
import { preference } from '#factories/preferences/preference';
import { ask, findingsIn, listRows, type Row, readRows, type Short } from './request.ts';
import laterTokens from './rows/later-tokens.json' with { type: 'json' };

/** Returns an HTTP/2 frame (RFC 9113, 4.1) of stream 1 by default; stream 0 is the connection. */
function frame(type: number, flags: number, payload: Buffer, stream = 1): Buffer {
  return Buffer.concat([Buffer.from([0, 0, payload.length, type, flags, 0, 0, 0, stream]), payload]);
}

const [HEADERS, RST_STREAM, SETTINGS, END_HEADERS] = [1, 3, 4, 4];
const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const opening = Buffer.concat([preface, frame(SETTINGS, 0, Buffer.alloc(0), 0)]);
/** POST http://a/users/test by the static table of HPACK (RFC 7541, appendix A). */
const fields = Buffer.from('\x83\x86\x04\x0b/users/test\x01\x01a', 'latin1');
const opened = frame(HEADERS, END_HEADERS, fields);
const upperCase = Buffer.from('\0\x03X-A\x01a', 'latin1');
const http2 = (...frames: readonly Buffer[]) => Buffer.concat([opening, ...frames]);

/** Rows of raw bytes about HTTP itself (RFC 9112, 9113). */
const protocolRows: readonly Row[] = listRows('test-users', {
  'SOCKS → breach malformed-request': { bytes: Buffer.from([5, 1, 0]) },
  'a handshake that is none → breach tls-refused': { bytes: Buffer.from([0x16, 3, 1, 0, 5, 1, 0, 0, 1, 9]) },
  'an HTTP/2 stream that is closed within its body → breach broken-off': {
    bytes: http2(opened, frame(0, 0, Buffer.from('{"a":')), frame(RST_STREAM, 0, Buffer.from([0, 0, 0, 8]))),
  },
  'an HTTP/2 header block that breaks off → breach malformed-request': { bytes: http2(frame(HEADERS, 0, fields)) },
  'an HTTP/2 field in upper case → breach malformed-request': {
    bytes: http2(frame(HEADERS, END_HEADERS, Buffer.concat([fields, upperCase]))),
  },
  'an HTTP/2 header block that HPACK cannot decode → breach malformed-request': {
    bytes: http2(frame(HEADERS, END_HEADERS, Buffer.from([0xbf]))),
  },
  'HTTP/2 DATA on stream 0 → breach malformed-request': { bytes: http2(frame(0, 0, Buffer.from('{}'), 0)) },
  'empty lines alone → note silent-connection': { bytes: '\r\n\r\n' },
  'HTTP/2 without a request → note silent-connection': { bytes: opening },
});

const codedTwice = ['gzip', 'br'].map((coding) => ['Content-Encoding', coding] as const);
const zipped = gzipSync('{"description":"a","site_id":"MLA"}');

/** Rows about the coding and the encoding of a body (RFC 9110, 8.4; RFC 8259, 8.1). */
const encodedRows: readonly Row[] = listRows('test-users', {
  'gzip named and used → note content-encoding-unlisted': { text: zipped, add: [['Content-Encoding', 'gzip']] },
  'gzip and br in two lines → note content-encoding-unlisted': { text: brotliCompressSync(zipped), add: codedTwice },
  'gzip used and not named → breach exact-json': { text: zipped },
  'Latin-1 → breach exact-json': { text: Buffer.from('{"description":"caf\xe9","site_id":"MLA"}', 'latin1') },
  'overlong UTF-8 → breach exact-json': { text: Buffer.from('{"description":"\xc0\xaf","site_id":"MLA"}', 'latin1') },
  'CESU-8 → breach exact-json': { text: Buffer.from('{"description":"\xed\xa0\xbd","site_id":"MLA"}', 'latin1') },
  '20,000 levels of lists → note unknown-member': {
    text: `{"description":"a","site_id":"MLA","x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
  },
  'UTF-16 → breach exact-json': { text: Buffer.from('{"description":"a","site_id":"MLA"}', 'utf16le') },
});

const classes: Readonly<Record<string, readonly Row[]>> = {
  ...{ ...readRows('rows'), ...readRows('faulty'), ...readRows('further') },
  ...{ encoding: encodedRows, protocol: protocolRows },
};

// A few gates take the rows in turns: each waits for its row, and resets the data of the one before it.
let gates: readonly Gate[];
test.beforeAll(async () => {
  gates = await Promise.all([1, 2, 3, 4].map(() => startGate()));
});
test.afterAll(() => Promise.all(gates.map((gate) => gate.stop())));

const soon = { intervals: [5] };

async function judgeRow(gate: Gate, row: Row): Promise<void> {
  gate.reset();
  await ask(Number(new URL(gate.url).port), row);

  const message = `${row.what} (${row.of})`;
  const { log } = gate;
  await expect.poll(() => log.requests.length + log.unparsed.length, { ...soon, message }).toBeGreaterThan(0);
  const lines = () => gate.findings().map(({ level, rule }) => `${level} ${rule}`);
  const found = () => lines().flatMap((line) => (line === row.newerNode ? row.found : [line]));
  await expect.poll(() => found().sort(), { ...soon, message }).toEqual(row.found);
  expect(log.errors, message).toEqual([]);
  const numbers = [...log.requests, ...log.unparsed].map(({ number }) => number);
  expect(new Set(numbers).size, message).toBe(numbers.length);
}

for (const [about, rows] of Object.entries(classes))
  test(`the gate finds in each request what it has to, and nothing else: ${about}`, async () => {
    const left = rows.values();
    const judgeLeft = async (gate: Gate) => {
      for (const row of left) await judgeRow(gate, row);
    };

    await Promise.all(gates.map(judgeLeft));
  });

test('the table has 795 rows, and each rule has one that violates it', () => {
  const all = Object.values(classes).flat();
  const covered = new Set(all.flatMap(({ found }) => found.map((line) => line.split(' ')[1])));

  expect(all.length).toBe(795);
  expect(checks.map(({ rule }) => rule).filter((rule) => !covered.has(rule))).toEqual([]);
});

test('a client_secret or a refresh token as a later token is a breach, and an access token is none', async () => {
  const gate = await startGate();
  const port = Number(new URL(gate.url).port);
  for (const { name, found, client_secret } of laterTokens) {
    gate.reset();
    const given = { client_id: '4711', client_secret };
    const body = JSON.stringify({ ...given, grant_type: 'refresh_token', refresh_token: 'TG-4711' });
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
    const response = await fetch(`${gate.url}/oauth/token`, init);
    const token = getText(Object.assign({}, await response.json(), given), name);
    await ask(port, { of: 'test-users', what: 'a user', change: { authorization: `Bearer ${token}` }, found: [] });

    await expect.poll(() => gate.log.requests.length).toBe(2);
    expect(gate.findings().map(({ rule }) => rule)).toEqual(found);
  }
  await gate.stop();
});

/** Returns the industries with the same fields in 2.7, which no body can distinguish. */
function alike(industry: Industry): Industry[] {
  const getFields = (each: Industry) => JSON.stringify(industrySchema(each));
  return industries.filter((each) => getFields(each) === getFields(industry));
}

test('the fields of a full preference tell its industry, and a reference that names one tells it whatever they are', () => {
  for (const industry of industries) {
    expect(findIndustries(preference(industry, { seed: 7 }))).toEqual(alike(industry));
    expect(findIndustries({ external_reference: `${industry}-0001` })).toEqual([industry]);
    expect(findIndustries({ items: [{ category_id: industry }] })).toEqual([industry]);
    expect(findForeignPaths(preference(industry, { seed: 7 }), industry)).toEqual([]);
  }
  expect(findIndustries({ items: [{ category_id: 'electronics' }] })).toEqual(alike('utilities')); // it only begins like one
});

test('the gate finds nothing in a good request of an operation', () => {
  for (const of of endpoints) expect(findingsIn({ of }, true), of).toEqual([]);
});

test('what the reference does not list is a breach only where the gate is strict', () => {
  const unlisted: Short = { of: 'wallet-agreements', body: { colour: 'red' } };

  expect(findingsIn(unlisted)).toEqual(['note unknown-member: /colour is not listed in the reference']);
  expect(findingsIn(unlisted, true)).toEqual(['breach unknown-member: /colour is not listed in the reference']);
});

test('a finding inside an array names no index, and none shows a secret', () => {
  const items = [{ quantity: '1' }, { quantity: '2' }];
  const body = { external_reference: 'utilities', items };
  const secret = { client_id: '4711', client_secret: 12345678, grant_type: 'refresh_token' };

  expect(findingsIn({ of: 'checkout-preferences', body })).toEqual([
    'breach number-as-text: /items/*/quantity is not an integer; actual: "1"',
    'breach number-as-text: /items/*/quantity is not an integer; actual: "2"',
  ]);
  expect(findingsIn({ of: 'oauth-token', body: secret })).toEqual(['breach schema: /client_secret is not a string']);
});
