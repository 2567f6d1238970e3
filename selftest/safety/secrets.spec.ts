import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { TestError, TestResult } from '@playwright/test/reporter';
import { zipSync } from 'fflate';
import { isPublicValue, isSecretHeader } from '#redaction/names';
import { createPseudonyms } from '#redaction/pseudonyms';
import { recordRequestSecrets, recordResponseSecrets, recordSecret, redact } from '#redaction/redact';
import { createByteFinder, describeUnsearched, searchBytes } from '#redaction/search';
import RedactingReporter from '#reporters/redacting';
import { expect, folderWith, long, runCommand, runProgram, test } from '../tools/fixtures.ts';
import looksSecret from './looks-secret.json' with { type: 'json' };

const secret = 'k9$"\\/<&+é \'7Qz';
const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64');
const zip = (name: string, content: string | Uint8Array) => Buffer.from(zipSync({ [name]: Buffer.from(content) }));

const forms: Readonly<Record<string, string | Buffer>> = {
  'as it is': secret,
  'in JSON': JSON.stringify({ secret }),
  'in JSON in JSON': JSON.stringify(JSON.stringify({ secret })),
  'in JSON for a page': JSON.stringify(secret).replaceAll('<', '\\u003c').replaceAll('&', '\\u0026'),
  'in JSON with escaped slashes': JSON.stringify({ secret }).replaceAll('/', '\\/'),
  'in a URL': encodeURIComponent(secret),
  'in a URL in lower case': encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase()),
  'in a form': new URLSearchParams({ secret }).toString(),
  'in HTML': '<p>k9$&quot;\\/&lt;&amp;+é &#39;7Qz',
  'in JSON in XML': 'k9$\\&quot;\\\\/&lt;&amp;+é &apos;7Qz',
  'in base64': base64(secret),
  'in basic credentials': base64(`client:${secret}`),
  'in base64 behind a letter': base64(`x${secret}.`),
  'in base64 for URLs': Buffer.from(`??>${secret}`).toString('base64url'),
  'in hexadecimal': Buffer.from(secret).toString('hex'),
  'in hexadecimal of capitals': Buffer.from(secret).toString('hex').toUpperCase(),
};

for (const [title, content] of Object.entries(forms))
  test(`finds and redacts a secret ${title}`, () => {
    recordSecret(secret);

    const { leaks } = searchBytes(Buffer.from(content), createByteFinder([secret]));
    const clean = Buffer.from(redact(content.toString()));

    expect(leaks).toHaveLength(1);
    expect(searchBytes(clean, createByteFinder([secret])).leaks).toEqual([]);
  });

const packed: Readonly<Record<string, Buffer>> = {
  'a zip file': zip('a.txt', secret),
  'a zip file in a zip file': zip('b.zip', zip('a.json', JSON.stringify({ secret }))),
  'a zip file in base64 in a page': Buffer.from(`data:application/zip;base64,${base64(zip('a', secret))}</p>`),
  'a gzip file': gzipSync(secret),
  'base64 of base64': Buffer.from(base64(base64(secret.padEnd(90, '.')))),
  'base64 for URLs of base64': Buffer.from(Buffer.from(`>>>${base64(secret.padEnd(90, '.'))}`).toString('base64url')),
};

for (const [title, bytes] of Object.entries(packed))
  test(`finds a secret inside ${title}`, () =>
    expect(searchBytes(bytes, createByteFinder([secret])).leaks).not.toEqual([]));

test('finds a secret inside base64 in any place', () => {
  const run = base64(base64(secret.padEnd(36, '.')));
  const leaks = Array.from({ length: 130 }, (_, before) =>
    searchBytes(Buffer.from(`${' '.repeat(before)}${run} and more`), createByteFinder([secret])),
  );

  expect(leaks.map(({ leaks: { length } }) => length)).toEqual(leaks.map(() => 1));
});

const base64Times = (times: number, text: string): string =>
  times === 0 ? text : base64Times(times - 1, base64(text));

test('says of what is packed in more layers than are searched that it is not searched', () => {
  const search = (layers: number) =>
    searchBytes(Buffer.from(base64Times(layers, 'nothing of ours '.repeat(9))), createByteFinder([secret]));

  expect(search(5)).toEqual({ leaks: [], unsearched: [] });
  expect(describeUnsearched(search(7).unsearched)).toEqual([
    expect.stringContaining('base64 run 1: it contains more packed data than is searched: 5 layers, 256 MB per file'),
  ]);
});

test('a pseudonym has the form of its secret, the same each time, and ids of applications stay as they are', () => {
  const { of, isPublic } = createPseudonyms(new Set(['4711']));
  const [one, other] = [of('APP_USR-4711-112104-abC9'), of('APP_USR-815-112104-abC9')];

  expect([one, other]).toEqual([expect.stringMatching(/^APP_USR-4711-112104-[a-z]{2}[A-Z]\d$/), expect.any(String)]);
  expect([of('APP_USR-4711-112104-abC9'), /-815-/.test(other)]).toEqual([one, false]);
  expect(['4711', one, 'APP_USR-4711-112104-abC9'].map(isPublic)).toEqual([true, true, false]);
});

for (const [title, text] of Object.entries({
  'that is longer than is searched': 'plain '.repeat(200_000),
  'that is encoded more often than is undone': base64Times(5, 'nothing of ours '.repeat(9)),
  'that is packed and longer than is searched': gzipSync('plain '.repeat(200_000)).toString('base64'),
}))
  test(`shows of a text ${title} its shape`, () => {
    recordSecret(secret);

    expect(redact(text)).toBe(`[redacted: ${text.length} characters that cannot be fully searched for secrets]`);
  });

test('redacts the longest of secrets that begin alike', () => {
  for (const known of ['abcdef-123', 'abcdef-123456']) recordSecret(known);

  expect(redact('abcdef-123456 abcdef-123')).toBe('[redacted] [redacted]');
});

test('redacts a secret in escapes that letters of hexadecimal follow', () => {
  recordSecret('0f9dd4f577d4de9b26a9cc17');
  const escaped = '0f9dd4f577d4de9b26a9cc17'.replace(/d/g, String.raw`\u0064`);

  expect(redact(`{"client": "${escaped}"}`)).not.toContain('u0064');
});

test('records the secret of a request whose JSON is written in escapes, the name of its field too', () => {
  const body = String.raw`{"c\u006cient_secret": "7f3a\u0062c91d5e04b6f8a2c", "code": "x8Kq2v9Zt41"}`;

  recordRequestSecrets({ method: 'POST', url: 'http://127.0.0.1/oauth/token', headers: {}, body });

  expect(redact('7f3abc91d5e04b6f8a2c x8Kq2v9Zt41')).toBe('[redacted] [redacted]');
});

test('records what a cookie of a response holds', () => {
  const secretHeaders = ['Cookie', 'Set-Cookie', 'Proxy-Authorization', 'X-Api-Key', 'X-Test-Scope'].filter(
    isSecretHeader,
  );
  expect(secretHeaders).toEqual(['Cookie', 'Set-Cookie', 'Proxy-Authorization', 'X-Api-Key']);
  expect(['device_id', 'payment_intent_id', 'code'].filter(isPublicValue)).toEqual(['device_id', 'payment_intent_id']);
  const headers = { 'set-cookie': 'sid=9d41c07be55a; Path=/' };
  recordResponseSecrets({ status: 200, headers, text: '', json: undefined, milliseconds: 1 });

  expect(redact('9d41c07be55a')).toBe('[redacted]');
});

test('records no public id of a state that a request sends as its token, and no word', () => {
  const request = { method: 'POST', url: 'http://127.0.0.1/', body: '{"password": "required-word"}' };

  const headers = { authorization: 'Bearer 8110166604319508' };
  recordRequestSecrets({ ...request, headers }, (id) => id === '8110166604319508');
  recordRequestSecrets({ ...request, headers: { authorization: `Basic ${base64('shop:s3cret-of-shop')}` } });
  for (const short of ['ab1c', 'abcd']) recordSecret(short);

  expect(redact('8110166604319508 required-word abcd')).not.toContain('redacted');
  expect(redact('s3cret-of-shop ab1c')).toBe('[redacted] [redacted]');
});

for (const text of looksSecret)
  test(`redacts what looks like a secret: ${text.replace(/never-seen-\d/, '…')}`, () => {
    expect(redact(text)).not.toContain('never-seen');
    expect(redact(text)).toContain('[redacted]');
  });

test('the command names the places and not the secret', long, async () => {
  const folder = folderWith({ 'a.zip': zip('inside.txt', `x ${secret}`) });
  const search = (SECRETS: string) => runCommand('secrets', [folder], { SECRETS });

  const found = await search(`first-one\n${secret}`);

  expect(found.code).toBe(1);
  expect(found.stderr).toContain('a.zip → inside.txt: 1 secret, the first at byte 2');
  expect(found.stderr).not.toContain(secret);
  expect((await search('first-one,other-one')).stdout).toContain('None of 2 secrets was found in');
  const deep = folderWith({ 'a.txt': base64Times(7, 'nothing of ours '.repeat(9)) });
  const unsearched = await runCommand('secrets', [deep], { SECRETS: 'first-one' });
  expect([unsearched.code, unsearched.stderr]).toEqual([1, expect.stringContaining('was not fully searched')]);
  for (const other of ['short', 'x'.repeat(8193)])
    expect((await search(`first-one,${other}`)).stderr).toContain('Cannot search for value 2 of SECRETS: shorter');
});

test('the command takes the secret values of states and headers, and no others', long, async () => {
  const folder = folderWith({ 'a.txt': '123456 staging' });
  const search = (name: string, ...options: string[]) =>
    runCommand('secrets', [folder, ...options], { [name]: name[0] === 'E' ? 'A: Key 123456\nB: staging' : '123456' });

  const stderr = expect.stringContaining('No secret to search for. Set SECRETS');
  const stdout = expect.stringContaining('was not searched');
  expect(await search('STATE_AN_APPLICATION__CLIENT_SECRET')).toMatchObject({ code: 1 });
  expect((await search('EXTRA_HEADERS')).stderr).toContain('a.txt: 1 secret, the first at byte 0');
  expect(await search('STATE_AN_APPLICATION__CLIENT_ID')).toMatchObject({ code: 1, stderr });
  expect(await search('STATE_AN_APPLICATION__CLIENT_ID', '--allow-none')).toMatchObject({ code: 0, stdout });
});

test('a text that was reported before its secret was known is redacted when it is reported again, in any place', () => {
  const reporter = new RedactingReporter();
  const late = `late-${randomUUID()}`;
  const report = (content: object) => {
    const error: TestError = { message: late, value: late, snippet: late, cause: { message: late } };
    const types = ['skip', 'unproven', 'warning', 'suite error', 'noticed', 'cases', 'answer'];
    const result: TestResult = Object.assign(Object.create(null), {
      ...{ errors: [error], stdout: [late], stderr: [Buffer.from(late)] },
      steps: [{ title: late, error: { message: late }, annotations: [], steps: [] }],
      annotations: types.map((type) => ({ type, description: JSON.stringify([late]) })),
      attachments: [{ name: late, ...content }],
    });
    reporter.onTestEnd(Object.create(null), result);
    return result;
  };
  const countPlaces = ({ attachments, ...others }: TestResult) =>
    JSON.stringify([others, attachments.map(({ name, body }) => `${name} ${body}`)]).split(late).length - 1;

  expect(countPlaces(report({ body: Buffer.from(late) }))).toBe(17);
  recordSecret(late);
  expect(countPlaces(report({ body: Buffer.from(late) }))).toBe(0);
  const description = expect.stringContaining('could not be redacted and was dropped');
  expect(report({ path: 'missing' }).annotations).toEqual([{ type: 'suite error', description }]);
});

test('of more values than are recorded of a target it is said once that they are forgotten', async () => {
  const script = `const { recordIssuedValue, redact } = await import('#redaction/redact');
    const { readChannel } = await import('#run/channels');
    recordIssuedValue('ZZZ-12'); // as the id of a requirement
    for (let count = 10_000; count < 15_010; count += 1) recordIssuedValue('issued-' + count);
    console.log(redact('ZZZ-12 issued-10000 issued-15009'), readChannel('forgotten'));`;
  const words = ['--import', 'tsx', '--input-type=module', '-e', script]; // other tests record values too
  expect((await runProgram(process.execPath, words)).stdout).toBe('ZZZ-12 [redacted] issued-15009 [ 5000 ]\n');
});
