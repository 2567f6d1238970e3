import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import type { Conformance } from '#results/document';
import { signingKey } from '#results/statement/key';
import { signed, statementOf } from '#results/statement/statement';
import { checkStatement } from '#results/statement/verify';
import { countOutcomes } from '#results/verdict';
import { runSuite } from '../tools/run-suite.ts';
import { ed25519, keys, reports, state, verify, withClient } from './stated.ts';

test('a statement that says of the client what its result does not is reported, and so is another subject', async () => {
  const folder = await withClient({ 'TOK-03': { outcome: 'failed', reason: 'wrong' } });
  const read = (file: string): Conformance => JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
  const client = read('client/conformance.json');
  const own = statementOf(read('conformance.json'), folder, 'register', { ...client, verdict: 'CONFORMANT' });
  const key = signingKey({ STATEMENT_KEY: String(keys.Ed25519) });

  const lied = await checkStatement(await signed(own, key), folder);
  const renamed = await checkStatement(await signed({ ...own, subject: 'client' }, key), folder);

  expect(lied.problems).toEqual([
    'Of the client: The statement says verdict "CONFORMANT", and conformance.json says "NON-CONFORMANT".',
  ]);
  expect(renamed.problems).toContain('The statement says subject "client", and conformance.json says "service".');
});

test('checks against a key of the certifier, who knows the partner', { tag: '@slow' }, async () => {
  const folder = await reports();
  const other = test.info().outputPath('other.pem');
  const own = test.info().outputPath('own.pem');
  writeFileSync(other, generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }));
  writeFileSync(own, ed25519.publicKey.export({ type: 'spki', format: 'pem' }));
  await state(folder, { STATEMENT_KEY: String(keys.Ed25519) });

  expect((await verify(folder, '--key', own)).stdout).toMatch(/^VALID: signed by the given key/);
  const { stdout, stderr, code } = await verify(folder, '--key', other);

  expect({ stdout, code }).toEqual({ stdout: '', code: 1 });
  expect(stderr).toContain('The signature does not hold');
});

const changes = [
  {
    title: 'a report that was changed',
    change: (folder: string) => writeFileSync(path.join(folder, 'html/data/a.txt'), 'nothing wrong here'),
    says: 'html is not what the statement was signed over.',
  },
  {
    title: 'a report that was added to a folder',
    change: (folder: string) => writeFileSync(path.join(folder, 'html/b.txt'), ''),
    says: 'It had 2 files and has 3.',
  },
  {
    title: 'a report that is missing',
    change: (folder: string) => rmSync(path.join(folder, 'html'), { recursive: true }),
    says: 'html is missing',
  },
  {
    title: 'a statement that was changed',
    change: (folder: string) => {
      const file = path.join(folder, 'statement.jws');
      const [header = '', payload = '', signature = ''] = readFileSync(file, 'utf8').split('.');
      const text = Buffer.from(payload, 'base64url').toString().replace('"seed":7', '"seed":8');
      writeFileSync(file, [header, Buffer.from(text).toString('base64url'), signature].join('.'));
    },
    says: 'The signature does not hold',
  },
  {
    title: 'a file that is no statement',
    change: (folder: string) => writeFileSync(path.join(folder, 'statement.jws'), 'CONFORMANT'),
    says: 'The file is no statement that can be read',
  },
];

for (const { title, change, says } of changes) {
  test(`says plainly what is wrong with ${title}`, { tag: '@slow' }, async () => {
    const folder = await reports();
    await state(folder, { STATEMENT_KEY: String(keys.Ed25519) });
    change(folder);

    const { stdout, stderr, code } = await verify(folder);

    expect({ stdout, code }).toEqual({ stdout: '', code: 1 });
    expect(stderr).toMatch(/^INVALID: /);
    expect(stderr).toContain(says);
  });
}

test('a result that was edited before it was signed is exposed by the reports beside it, and by its own decision', {
  tag: '@slow',
}, async () => {
  const { reports: folder } = await runSuite({ MOCK_FAULT: 'order-no-number-code' }, '--grep=@ORD-10');
  const result = path.join(folder, 'conformance.json');
  await state(folder, { STATEMENT_KEY: String(keys.Ed25519) });

  const sound = await verify(folder, '--suite', '.');
  expect(sound).toMatchObject({ code: 0, stderr: '' });
  expect(sound.stdout).not.toContain('Note:');

  const text = readFileSync(result, 'utf8').replaceAll('"outcome": "failed"', '"outcome": "passed"');
  const document: Conformance = JSON.parse(text);
  const edited = { ...document, verdict: 'INCOMPLETE', counts: countOutcomes(document.requirements) };
  writeFileSync(result, JSON.stringify(edited));
  await state(folder, { STATEMENT_KEY: String(keys.Ed25519) });

  const { code, stderr } = await verify(folder);
  expect(code).toBe(1);
  for (const name of ['conformance.html', 'summary.md', 'badge.json'])
    expect(stderr).toContain(`${name} is not what conformance.json makes of it`);
  expect(stderr).toContain('junit.xml has 4 failures, and conformance.json 0 tests that failed.');
});
