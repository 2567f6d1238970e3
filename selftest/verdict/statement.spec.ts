import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { runCommand } from '../tools/run-command.ts';
import { keys, pem, reports, state, verify, withClient } from './stated.ts';

for (const [kind, key] of Object.entries(keys)) {
  test(`signs with ${kind}, and the statement verifies`, { tag: kind === 'Ed25519' ? [] : '@slow' }, async () => {
    const folder = await reports();

    const stated = await state(folder, { STATEMENT_KEY: String(key) });
    const checked = await verify(folder);

    expect(stated).toMatchObject({ code: 0, stderr: '' });
    expect(checked).toMatchObject({ code: 0, stderr: '' });
    expect(checked.stdout).toMatch(/^VALID: signed by the key that it holds/);
    expect(checked.stdout).toContain('\nVerdict:  CONFORMANT\n');
  });
}

test('states a run that is not conformant, and says so', { tag: '@long' }, async () => {
  const folder = await reports({ 'TOK-03': { outcome: 'failed', reason: 'wrong' } });

  const { stdout, code } = await state(folder, { STATEMENT_KEY: String(keys.Ed25519) });

  expect(code).toBe(0);
  expect(stdout).toContain('Verdict:  NON-CONFORMANT\n');
});

test('the numbers of a statement add up: a waived or unstable requirement has failed', async () => {
  const folder = await reports({
    'TOK-01': { outcome: 'waived', reason: 'known' },
    'TOK-02': { outcome: 'unstable', reason: 'once' },
  });

  const { stdout } = await state(folder, { STATEMENT_KEY: String(keys.Ed25519) });

  const numbers = /Musts: {4}(\d+) of (\d+) passed, 2 failed \(1 unstable\) \(1 waived\), 0 not/.exec(stdout);
  expect(Number(numbers?.[1]) + 2).toBe(Number(numbers?.[2]));
});

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
  expect(checked).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^VALID: signed by/) });
});

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
  test(`signs nothing with ${title}, in one sentence`, { tag: title === 'no key' ? [] : '@slow' }, async () => {
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
