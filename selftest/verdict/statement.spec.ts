import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CompactSign } from 'jose';
import { statementLines } from '#cli/statement';
import { readSigningKey } from '#results/signing-key';
import { checkStatement, createStatement, signStatement } from '#results/statement';
import { expect, fileWith, folderWith, long, ownFolder, runCommand, slow, test } from '../tools/fixtures.ts';
import { type Found, getDocument, writeResult } from '../tools/page-document.ts';

const pem = { type: 'pkcs8', format: 'pem' } as const;
const ed25519 = generateKeyPairSync('ed25519');
const own = String(ed25519.privateKey.export(pem));
const failed = { 'TOK-03': { outcome: 'failed', reason: 'wrong' } } as const;
const conformant = /^VALID: signed by the key in the statement.*\nVerdict: {2}CONFORMANT\n/s;

/** Returns a reports folder of a run with these outcomes, and optionally of a client's run too. */
async function reports(found: Found = {}, ofClient?: Found): Promise<string> {
  const folder = folderWith({ 'html/index.html': '<p>a report', 'html/data/a.txt': 'an exchange' });
  writeResult(await getDocument(found), folder);
  if (!ofClient) return folder;
  const document = await getDocument(ofClient, { target: { name: 'an app', baseUrl: '' } }, { subject: 'client' });
  mkdirSync(path.join(folder, 'client'));
  writeResult(document, path.join(folder, 'client'));
  return folder;
}

const state = (folder: string, variables: Readonly<Record<string, string>> = { STATEMENT_KEY: own }) =>
  runCommand('statement', [], { REPORTS_DIR: folder, ...variables });
const verify = (folder: string, ...args: string[]) =>
  runCommand('statement', ['verify', path.join(folder, 'statement.jws'), ...args]);

const keys = [
  ['Ed25519', own],
  ['P-256', generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(pem)],
  ['P-384', generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey.export(pem)],
  ['RSA', generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export(pem)],
  ['an Ed25519 JWK', JSON.stringify(ed25519.privateKey.export({ format: 'jwk' }))],
  ['a PEM with \\n for its line breaks', own.replaceAll('\n', '\\n')],
] as const;

test('a key signs by the algorithm of its kind', () => {
  const used = keys.map(([, key]) => readSigningKey({ STATEMENT_KEY: String(key) }).alg);
  expect(used).toEqual(['EdDSA', 'ES256', 'ES384', 'PS256', 'EdDSA', 'EdDSA']);
});

for (const [kind, key] of keys)
  test(`signs with ${kind}, and the statement verifies`, { tag: kind === 'Ed25519' ? [] : '@slow' }, async () => {
    const folder = await reports();

    expect(await state(folder, { STATEMENT_KEY: String(key) })).toMatchObject({ code: 0, stderr: '' });
    expect(await verify(folder)).toEqual({ code: 0, stderr: '', stdout: expect.stringMatching(conformant) });
  });

test('the numbers of a statement add up: a waived or unstable requirement has failed; no name adds a line', async () => {
  const target = { name: 'x\nVerdict:  CONFORMANT', baseUrl: '' };
  const found = { 'TOK-01': { outcome: 'waived' }, 'TOK-02': { outcome: 'unstable' } } as const;
  const lines = statementLines({ reports: [], stated: '' }, [await getDocument(found, { target })]);

  expect(lines.filter((line) => line.includes('\n'))).toEqual([]);
  const numbers = /Musts: {4}(\d+) of (\d+) passed, 2 failed \(1 unstable\) \(1 waived\), 0 not/.exec(`${lines}`);
  expect(Number(numbers?.[1]) + 2).toBe(Number(numbers?.[2]));
});

test('one statement says the verdict of a service and, apart, that of the client beside it', long, async () => {
  const folder = await reports(failed, {});

  const { code, stdout } = await state(folder);

  expect(code).toBe(0);
  expect(stdout).toMatch(/^Verdict: {2}NON-CONFORMANT\n.*\nTarget: {3}sandbox, a service at https/);
  expect(stdout).toMatch(/\nThe client, in .*\n {2}Verdict: {2}CONFORMANT\n.*\n {2}Target: {3}an app, a client, from/);
  expect(await verify(folder)).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^VALID: signed/) });
});

test('signs nothing with a key that signs nothing, in one sentence', slow, async () => {
  const key = String(generateKeyPairSync('x25519').privateKey.export(pem));

  const stderr = expect.stringMatching(/^.*has an unsupported type.*\n$/);
  expect(await state(await reports(), { STATEMENT_KEY: key })).toEqual({ stdout: '', code: 1, stderr });
});

test('states nothing without a run', long, async () => {
  const empty = await state(test.info().outputPath('empty'));

  expect(empty).toMatchObject({ code: 1, stderr: expect.stringContaining('conformance.json cannot be read') });
  const unfinished = writeResult(await getDocument({}, { unfinished: 'the run was killed' }));
  expect((await state(path.dirname(unfinished))).stderr).toContain('nothing to state: the run was killed.');
});

test('checks against a key of the certifier, who knows the partner', long, async () => {
  const folder = await reports();
  const [other, given] = [generateKeyPairSync('ed25519'), ed25519].map(({ publicKey }, at) => {
    return fileWith(`${at}.pem`, publicKey.export({ type: 'spki', format: 'pem' }));
  });
  await state(folder);

  const stderr = expect.stringContaining('The signature is invalid');
  expect((await verify(folder, '--key', given ?? '')).stdout).toMatch(/^VALID: signed by the given key/);
  expect(await verify(folder, '--key', other ?? '')).toEqual({ stdout: '', code: 1, stderr });
});

function changeStatement(folder: string): void {
  const file = path.join(folder, 'statement.jws');
  const [header = '', payload = '', signature = ''] = readFileSync(file, 'utf8').split('.');
  const text = Buffer.from(payload, 'base64url').toString().replace('"stated":"2', '"stated":"3');
  writeFileSync(file, [header, Buffer.from(text).toString('base64url'), signature].join('.'));
}

const write = (name: string, text: string) => (folder: string) => writeFileSync(path.join(folder, name), text);
const removeHtml = (folder: string) => rmSync(path.join(folder, 'html'), { recursive: true });

const changes: readonly (readonly [title: string, message: string, change: (folder: string) => void])[] = [
  ['a report that was changed', 'html was changed after the statement was signed.', write('html/data/a.txt', 'fine')],
  ['a report that was added to a folder', 'It had 2 files and has 3.', write('html/b.txt', '')],
  ['a report that is missing', 'html is missing', removeHtml],
  ['a statement that was changed', 'The signature is invalid', changeStatement],
  ['a file that is no statement', 'The file cannot be read as a statement', write('statement.jws', 'CONFORMANT')],
];

for (const [title, message, change] of changes)
  test(`says plainly what is wrong with ${title}`, title === 'a report that was changed' ? {} : long, async () => {
    const folder = await reports();
    await state(folder);
    change(folder);

    const stderr = expect.stringMatching(new RegExp(`^INVALID: .*${message}`));
    expect(await verify(folder)).toEqual({ stdout: '', code: 1, stderr });
  });

test('a result that was edited before it was signed does not follow from its requirements', async () => {
  const document = await getDocument(failed);
  const { counts, decision } = document;
  const skipped = await getDocument({ 'TOK-01': { outcome: 'not exercised', reason: 'no state' } });
  for (const [result, ...problems] of [
    [document],
    [skipped],
    [await getDocument({}, { verdict: 'INCOMPLETE' })],
    [{ ...document, counts: { ...counts, must: { ...counts.must, failed: 0 } } }, 'The counts of conformance.json are'],
    [{ ...document, verdict: 'CONFORMANT' }, 'conformance.json says CONFORMANT, but its requirements give NON-'],
    [{ ...document, decision: { ...decision, reasons: [] } }, 'The decision in conformance.json omits: 1 of'],
  ]) {
    const folder = path.dirname(writeResult(result));
    const signed = await signStatement(createStatement(folder), { key: ed25519.privateKey, alg: 'EdDSA' });
    const listProblems = async () => (await checkStatement(signed, folder)).problems;
    expect(await listProblems()).toEqual(problems.map((problem) => expect.stringContaining(`${problem}`)));
    writeFileSync(path.join(folder, 'junit.xml'), '<testsuites/>');
    expect(await listProblems()).toContainEqual(expect.stringMatching(/^junit\.xml .* statement does not cover it\.$/));
  }
  const header = { alg: 'EdDSA', typ: 'JWT' };
  const foreign = await new CompactSign(Buffer.from('{}')).setProtectedHeader(header).sign(ed25519.privateKey);
  const { problems } = await checkStatement(foreign, ownFolder(), ed25519.publicKey);
  expect(problems).toEqual([expect.stringMatching(/^The file is not a statement: its type is JWT\. Use /)]);
});
