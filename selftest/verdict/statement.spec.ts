import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import type { Conformance } from '../../suite/results/document.ts';
import { signingKey } from '../../suite/results/statement/key.ts';
import { signed, statementOf } from '../../suite/results/statement/statement.ts';
import { checkStatement } from '../../suite/results/statement/verify.ts';
import { countsOf } from '../../suite/results/verdict.ts';
import { documentOf } from '../tools/page-document.ts';
import { type CommandRun, runCommand } from '../tools/run-command.ts';
import { runSuite } from '../tools/run-suite.ts';

const pem = { type: 'pkcs8', format: 'pem' } as const;
const ed25519 = generateKeyPairSync('ed25519');
const keys = {
  Ed25519: ed25519.privateKey.export(pem),
  'P-256': generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(pem),
  RSA: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export(pem),
  'an Ed25519 JWK': JSON.stringify(ed25519.privateKey.export({ format: 'jwk' })),
  'a PEM with \\n for its line breaks': String(ed25519.privateKey.export(pem)).replaceAll('\n', '\\n'),
};

async function reports(found = {}): Promise<string> {
  const folder = test.info().outputPath('reports');
  mkdirSync(path.join(folder, 'html/data'), { recursive: true });
  writeFileSync(path.join(folder, 'conformance.json'), JSON.stringify(await documentOf(found)));
  writeFileSync(path.join(folder, 'html/index.html'), '<p>a report');
  writeFileSync(path.join(folder, 'html/data/a.txt'), 'an exchange');
  return folder;
}

function state(folder: string, variables: Readonly<Record<string, string>>): Promise<CommandRun> {
  return runCommand('statement', [], { REPORTS_DIR: folder, ...variables });
}

function verify(folder: string, ...args: string[]): Promise<CommandRun> {
  return runCommand('statement', ['verify', path.join(folder, 'statement.jws'), ...args]);
}

for (const [kind, key] of Object.entries(keys)) {
  test(`signs with ${kind}, and the statement verifies`, {
    tag: kind === 'Ed25519' ? [] : '@long',
  }, async () => {
    const folder = await reports();

    const stated = await state(folder, { STATEMENT_KEY: String(key) });
    const checked = await verify(folder);

    expect(stated).toMatchObject({ code: 0, stderr: '' });
    expect(checked).toMatchObject({ code: 0, stderr: '' });
    expect(checked.stdout).toContain('Verdict:  CONFORMANT\n');
    expect(checked.stdout).toContain('Valid:    signed by the key that it holds');
  });
}

test('states a run that is not conformant, and says so', { tag: '@long' }, async () => {
  const folder = await reports({ 'TOK-03': { outcome: 'failed', reason: 'wrong' } });

  const { stdout, code } = await state(folder, { STATEMENT_KEY: String(keys.Ed25519) });

  expect(code).toBe(0);
  expect(stdout).toContain('Verdict:  NON-CONFORMANT\n');
});

/** The result of a client beside that of the service. */
async function withClient(found = {}): Promise<string> {
  const folder = await reports({ 'TOK-03': { outcome: 'failed', reason: 'wrong' } });
  const ofClient = await documentOf(found, {}, { subject: 'client' });
  mkdirSync(path.join(folder, 'client'));
  const document = { ...ofClient, target: { name: 'an app', baseUrl: '' } };
  writeFileSync(path.join(folder, 'client/conformance.json'), JSON.stringify(document));
  return folder;
}

test('one statement says the verdict of a service and, apart, that of the client beside it', {
  tag: '@long',
}, async () => {
  const folder = await withClient();

  const stated = await state(folder, { STATEMENT_KEY: String(keys.Ed25519) });
  const checked = await verify(folder);

  expect(stated.stdout).toMatch(/^Verdict: {2}NON-CONFORMANT\n.*\nTarget: {3}sandbox, a service at https/);
  expect(stated.stdout).toMatch(
    /\nAnd of the client.*\n {2}Verdict: {2}CONFORMANT\n.*\n {2}Target: {3}an app, a client, from/,
  );
  expect(checked).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining('\nValid:    signed by'),
  });
});

test('a statement that says of the client what its result does not is told, and so is another subject', async () => {
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
  expect(renamed.problems).toContain(
    'The statement says subject "client", and conformance.json says "service".',
  );
});

test('checks against a key of the certifier, who knows the partner', { tag: '@long' }, async () => {
  const folder = await reports();
  const other = test.info().outputPath('other.pem');
  const own = test.info().outputPath('own.pem');
  writeFileSync(other, generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }));
  writeFileSync(own, ed25519.publicKey.export({ type: 'spki', format: 'pem' }));
  await state(folder, { STATEMENT_KEY: String(keys.Ed25519) });

  expect((await verify(folder, '--key', own)).stdout).toContain('signed by the given key');
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
  test(`says plainly what is wrong with ${title}`, {
    tag: '@long',
  }, async () => {
    const folder = await reports();
    await state(folder, { STATEMENT_KEY: String(keys.Ed25519) });
    change(folder);

    const { stderr, code } = await verify(folder);

    expect(code).toBe(1);
    expect(stderr).toContain(says);
  });
}

for (const { title, variables, says } of [
  { title: 'no key', variables: {}, says: 'There is no key to sign with: set STATEMENT_KEY' },
  { title: 'a key that is none', variables: { STATEMENT_KEY: 'secret' }, says: 'STATEMENT_KEY holds no key' },
  {
    title: 'a key file that is missing',
    variables: { STATEMENT_KEY_FILE: '/nowhere.pem' },
    says: 'The key file /nowhere.pem cannot be read',
  },
  {
    title: 'a key that signs nothing',
    variables: { STATEMENT_KEY: String(generateKeyPairSync('x25519').privateKey.export(pem)) },
    says: 'of a kind that signs nothing here',
  },
]) {
  test(`signs nothing with ${title}, in one sentence`, {
    tag: title === 'no key' ? [] : '@long',
  }, async () => {
    const { stdout, stderr, code } = await state(await reports(), variables);

    expect({ stdout, code }).toEqual({ stdout: '', code: 1 });
    expect(stderr).toContain(says);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
}

test('states nothing where no run has been', { tag: '@long' }, async () => {
  const folder = test.info().outputPath('empty');
  mkdirSync(folder);

  const { stderr, code } = await state(folder, { STATEMENT_KEY: String(keys.Ed25519) });

  expect(code).toBe(1);
  expect(stderr).toContain('conformance.json cannot be read');
});

test('digests prints those that a statement names, without a key', { tag: '@long' }, async () => {
  const folder = await reports();
  const stated = await state(folder, { STATEMENT_KEY: String(keys.Ed25519) });

  const { code, stdout } = await runCommand('statement', ['digests']);

  expect(code).toBe(0);
  const [register, client, schemas] = stdout.match(/[\da-f]{64}/g) ?? [];
  expect(stated.stdout).toContain(register);
  expect(stated.stdout).toContain(schemas);
  expect(client).not.toBe(register);
});

test('a result that was edited before it was signed is told by the reports beside it, and by its own decision', {
  tag: '@long',
}, async () => {
  const { reports: folder } = await runSuite({ MOCK_FAULT: 'order-no-number-code' }, '--grep=@ORD-10');
  const result = path.join(folder, 'conformance.json');
  await state(folder, { STATEMENT_KEY: String(keys.Ed25519) });

  const sound = await verify(folder, '--suite', '.');
  expect(sound).toMatchObject({ code: 0, stderr: '' });
  expect(sound.stdout).not.toContain('Note:');

  const text = readFileSync(result, 'utf8').replaceAll('"outcome": "failed"', '"outcome": "passed"');
  const document: Conformance = JSON.parse(text);
  const edited = { ...document, verdict: 'INCOMPLETE', counts: countsOf(document.requirements) };
  writeFileSync(result, JSON.stringify(edited));
  await state(folder, { STATEMENT_KEY: String(keys.Ed25519) });

  const { code, stderr } = await verify(folder);
  expect(code).toBe(1);
  for (const name of ['conformance.html', 'summary.md', 'requirements.csv', 'badge.json'])
    expect(stderr).toContain(`${name} is not what conformance.json makes of it`);
  expect(stderr).toContain('junit.xml has 4 failures, and conformance.json 0 tests that failed.');
});
