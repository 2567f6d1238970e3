import { createCipheriv, createDecipheriv, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RunContext } from '../run-context.ts';

const PREFIX = 'conformance-run-';
const DAY = 86_400_000;

/** Makes a folder that its user alone can read, and removes it when this process ends. */
export function createPrivateFolder(): string {
  removeLeftFolders();
  const folder = fs.mkdtempSync(path.join(tmpdir(), `${PREFIX}${process.pid}-`));
  process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, interrupt);
  return folder;
}

function removeLeftFolders(): void {
  for (const name of fs.readdirSync(tmpdir()).filter((each) => each.startsWith(PREFIX))) {
    const folder = path.join(tmpdir(), name);
    const { uid, mtimeMs } = fs.lstatSync(folder, { throwIfNoEntry: false }) ?? {};
    const isLeft = uid === process.getuid?.() && Date.now() - (mtimeMs ?? 0) > DAY;
    if (isLeft && !isAlive(Number.parseInt(name.slice(PREFIX.length), 10)))
      fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns true if a process of this machine runs. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Ends the process as Ctrl-C would: a run writes its reports first, and the private folder goes. */
function interrupt(): void {
  if (process.listenerCount('SIGINT') > 0) process.kill(process.pid, 'SIGINT');
  else process.exit(1);
}

/** A context as a process hands it to its children; `isRunning` makes them workers of the run. */
export interface Handed {
  readonly maker: number;
  readonly isRunning: boolean;
  readonly context: RunContext;
}

/** Writes the context, encrypted, into its private folder; returns what child processes need to read it. */
export function passContext(context: RunContext, isRunning: boolean): string {
  const { folder, key } = context;
  const file = path.join(folder, 'context');
  const handed: Handed = { maker: process.pid, isRunning, context };
  fs.writeFileSync(`${file}.new`, seal(JSON.stringify(handed), Buffer.from(key, 'base64url')), { mode: 0o600 });
  fs.renameSync(`${file}.new`, file);
  return `${key}:${file}`;
}

/** Returns the context that the parent process handed over. A file that any other process names is ignored. */
export function receiveContext(words: string): Handed | undefined {
  const [key = '', ...file] = words.split(':');
  try {
    const text = unseal(fs.readFileSync(file.join(':'), 'utf8'), Buffer.from(key, 'base64url'));
    const found: Handed = JSON.parse(text ?? '');
    return found.maker === process.ppid ? found : undefined;
  } catch {
    return undefined;
  }
}

const ALGORITHM = 'aes-256-gcm';
const IV = 12;
const TAG = 16;

/** Encrypts a text with a key of 32 bytes, into one line. */
export function seal(text: string, key: Buffer): string {
  const iv = Buffer.from(randomUUID().replaceAll('-', ''), 'hex').subarray(0, IV); // Node draws UUIDs in advance
  const cipher = createCipheriv(ALGORITHM, key, iv);
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** Decrypts a line; undefined if the key is another one or the line was changed. */
export function unseal(line: string, key: Buffer): string | undefined {
  try {
    const bytes = Buffer.from(line, 'base64url');
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV));
    decipher.setAuthTag(bytes.subarray(-TAG));
    return decipher.update(bytes.subarray(IV, -TAG), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
