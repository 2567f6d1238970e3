import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { satisfies } from 'semver';
import packageFile from '../package.json' with { type: 'json' };

interface Locked {
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
  readonly engines?: unknown;
}

const lock: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
);

/** What a user gets with the package, by its place in node_modules; what one system alone gets is left out. */
const installed = Object.entries(lock.packages).filter(
  ([place, { dev, optional }]) => place !== '' && !dev && !optional,
);

const program = `node_modules/payments-conformance/${packageFile.bin['payments-conformance']}`;

/** An empty folder, outside any repository, in which the packed file is installed as npm would do it. */
function installedFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'selftest-package-'));
  const own = path.join(folder, 'node_modules/payments-conformance');
  mkdirSync(own, { recursive: true });
  const packed = JSON.parse(
    execFileSync('npm', ['pack', '--silent', '--json', '--pack-destination', folder], { encoding: 'utf8' }),
  );
  const [{ filename }] = Array.isArray(packed) ? packed : Object.values(packed);
  execFileSync('tar', ['-xzf', path.join(folder, filename), '-C', own, '--strip-components=1']);
  for (const [place] of installed)
    if (!existsSync(path.join(folder, place))) cpSync(place, path.join(folder, place), { recursive: true });
  chmodSync(path.join(folder, program), 0o755); // as npm does with what `bin` names
  return folder;
}

let folder: string;

test.describe.configure({ mode: 'serial' });
test.beforeAll(() => {
  folder = installedFolder();
});

/** Types a command in the folder, with these variables alone. */
function type(words: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, ...variables };
  const { status, stdout, stderr } = spawnSync(path.join(folder, program), words, {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test('the packed file has what a run needs, no self-test and no TypeScript', () => {
  const own = path.join(folder, 'node_modules/payments-conformance');
  const files = readdirSync(own, { recursive: true, encoding: 'utf8' });

  expect(files).toEqual(
    expect.arrayContaining(['README.md', 'dist/schemas/industries.json', 'ledgers/embedded.json']),
  );
  expect(files.filter((file) => /(?:^|\/)selftest|\.ts$|\.pem$|^\.env$/.test(file))).toEqual([]);
});

test('a run in the empty folder is a run, and its reports are there', () => {
  writeFileSync(
    path.join(folder, 'conformance.config.ts'),
    'const SEED: number = 7;\nexport default { SEED };\n',
  );

  const run = type(['--project=instore-orders', '--grep=@ORD-10']);

  expect(run.stderr).toBe('');
  expect(run.stdout).toContain('SEED=7');
  expect(run.stdout).not.toContain(folder);
  const document = JSON.parse(readFileSync(path.join(folder, 'reports/conformance.json'), 'utf8'));
  expect(document.selection.argv).toEqual(['--project=instore-orders', '--grep=@ORD-10']);
  expect(existsSync(path.join(folder, 'reports/conformance.html'))).toBe(true);
});

test('the gate, the payloads and the plan do there what they do in a checkout', () => {
  const gate = type(['gate', '--allow-incomplete']);
  const payloads = type(['payloads', '--valid', '1', '--industry', 'tourism']);
  const plan = type(['plan', '--project=instore-orders', '--grep=@ORD-10']);

  expect(gate).toMatchObject({ stderr: '', stdout: expect.stringContaining('INCOMPLETE') });
  expect(payloads).toMatchObject({ status: 0, stderr: '' });
  expect(plan).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('Plan of a run') });
});

test('the Allure report says what it needs, for it is installed by whoever wants it', () => {
  expect(type(['report'])).toEqual({
    status: 1,
    stdout: '',
    stderr: `The Allure report needs the package allure: npm install allure@${packageFile.peerDependencies.allure}.\n`,
  });
});

test('the install is small and quiet: no script of a package, and Node 20, 22 and 24 are what each wants', () => {
  const bytes = readdirSync(path.join(folder, 'node_modules'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);

  expect(bytes / 1024 / 1024).toBeLessThan(120);
  for (const [place, { hasInstallScript = false, engines }] of installed) {
    expect(hasInstallScript, place).toBe(false);
    for (const version of ['20.20.0', '22.20.0', '24.10.0'])
      expect(satisfies(version, wantedBy(engines)), `${place} on Node ${version}`).toBe(true);
  }
});

function wantedBy(engines: unknown): string {
  const isNamed = typeof engines === 'object' && engines !== null && 'node' in engines;
  return isNamed ? String(engines.node) : '*';
}
