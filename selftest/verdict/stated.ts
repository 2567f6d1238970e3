import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from '@playwright/test';
import { documentOf } from '../tools/page-document.ts';
import { type CommandRun, runCommand } from '../tools/run-command.ts';

/** Says how a private key is written. */
export const pem = { type: 'pkcs8', format: 'pem' } as const;
/** The pair of which the private half signs where nothing else is said. */
export const ed25519 = generateKeyPairSync('ed25519');
/** A key of each kind that signs. */
export const keys = {
  Ed25519: ed25519.privateKey.export(pem),
  'P-256': generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(pem),
  RSA: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export(pem),
  'an Ed25519 JWK': JSON.stringify(ed25519.privateKey.export({ format: 'jwk' })),
  'a PEM with \\n for its line breaks': String(ed25519.privateKey.export(pem)).replaceAll('\n', '\\n'),
};

/** A folder of reports of a run that found these outcomes. */
export async function reports(found = {}): Promise<string> {
  const folder = test.info().outputPath('reports');
  mkdirSync(path.join(folder, 'html/data'), { recursive: true });
  writeFileSync(path.join(folder, 'conformance.json'), JSON.stringify(await documentOf(found)));
  writeFileSync(path.join(folder, 'html/index.html'), '<p>a report');
  writeFileSync(path.join(folder, 'html/data/a.txt'), 'an exchange');
  return folder;
}

/** Signs a statement over the reports of a folder. */
export function state(folder: string, variables: Readonly<Record<string, string>>): Promise<CommandRun> {
  return runCommand('statement', [], { REPORTS_DIR: folder, ...variables });
}

/** Checks the statement of a folder. */
export function verify(folder: string, ...args: string[]): Promise<CommandRun> {
  return runCommand('statement', ['verify', path.join(folder, 'statement.jws'), ...args]);
}

/** The result of a client beside that of the service. */
export async function withClient(found = {}): Promise<string> {
  const folder = await reports({ 'TOK-03': { outcome: 'failed', reason: 'wrong' } });
  const ofClient = await documentOf(found, {}, { subject: 'client' });
  mkdirSync(path.join(folder, 'client'));
  const document = { ...ofClient, target: { name: 'an app', baseUrl: '' } };
  writeFileSync(path.join(folder, 'client/conformance.json'), JSON.stringify(document));
  return folder;
}
