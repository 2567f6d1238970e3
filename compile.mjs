import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const home = fileURLToPath(new URL('.', import.meta.url));
const compiled = path.join(home, 'dist');
const folders = ['requirements', 'schemas', 'factories', 'src', 'reporters', 'cli', 'tests', 'mock', 'client'];
const files = [
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'playwright.config.ts',
  'allurerc.mjs',
  'compile.mjs',
];

/**
 * Compiles the program into dist unless dist was made of exactly these sources. Several processes may do it at the same time.
 * Throws if it cannot: the disk is full, the checkout is not writable, the sources have a mistake.
 */
export default function compile() {
  const digest = digestSources();
  if (readDigest() === digest) return;
  try {
    replaceProgram(digest);
  } catch (error) {
    if (readDigest() !== digest) throw error; // else another process was first
  }
}

function replaceProgram(digest) {
  const made = path.join(home, `dist-${process.pid}`);
  const replaced = `${made}-replaced`;
  try {
    writeProgram(made);
    writeFileSync(path.join(made, 'sources'), digest);
    if (readDigest() === digest) return; // another process was first, and runs it
    if (existsSync(compiled)) renameSync(compiled, replaced);
    renameSync(made, compiled);
  } finally {
    for (const folder of [made, replaced]) rmSync(folder, { recursive: true, force: true });
  }
}

function readDigest() {
  const file = path.join(compiled, 'sources');
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** Returns a digest of the names, sizes and times of all sources: to read them would take longer than to start. */
function digestSources() {
  const hash = createHash('sha256');
  for (const name of [...files, ...folders.flatMap(listNames)]) {
    const { size, mtimeNs, ctimeNs } = statSync(path.join(home, name), { bigint: true });
    hash.update(`${name} ${size} ${mtimeNs} ${ctimeNs}\n`);
  }
  return hash.digest('hex');
}

function listNames(folder) {
  return readdirSync(path.join(home, folder), { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => path.join(folder, name));
}

/** Writes what TypeScript compiles and all other files, in the same places. Types are checked by `npm run check`. */
function writeProgram(folder) {
  const tsc = path.join(home, 'node_modules/typescript/bin/tsc');
  const options = ['-p', path.join(home, 'tsconfig.build.json'), '--noCheck', '--sourceMap', '--outDir', folder];
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...options], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout);
  const filter = (file) => !/\.m?ts$/.test(file);
  for (const name of [...folders, 'allurerc.mjs'])
    cpSync(path.join(home, name), path.join(folder, name), { recursive: true, filter });
  const manifest = readFileSync(path.join(home, 'package.json'), 'utf8');
  writeFileSync(path.join(folder, 'package.json'), manifest.replaceAll('/*.ts"', '/*.js"'));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    compile();
  } catch ({ message }) {
    process.stderr.write(`The program cannot be compiled: ${message.trim()}\n`);
    process.exitCode = 1;
  }
}
