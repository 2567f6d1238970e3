import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { satisfies } from 'semver';
import { commands } from '#cli/commands';
import packageFile from '../package.json' with { type: 'json' };
import { environmentWith, expect, listFiles, long, ownFolder, runProgram, test } from './tools/fixtures.ts';
import { endStarted, startAs } from './tools/started.ts';
import { runStep, step } from './tools/workflows.ts';

type Locked = { dev?: boolean; optional?: boolean; hasInstallScript?: boolean; engines?: { node?: string } };

const lock: { packages: Record<string, Locked> } = JSON.parse(readFileSync('package-lock.json', 'utf8'));

/** The packages that a user installs, by their place in node_modules, without those for one system only. */
const installed = Object.entries(lock.packages).filter(([place, row]) => place !== '' && !row.dev && !row.optional);

/** The image's user if this process can switch to it, else the current user. */
const imageUser = process.getuid?.() === 0 ? 1000 : (process.getuid?.() ?? 0);
const packed = 'node_modules/payments-conformance';
const program = `${packed}/${packageFile.bin['payments-conformance']}`;

/** Creates an empty folder outside any repository and installs the packed file in it as npm would. */
function installedFolder(): string {
  const folder = ownFolder('package');
  const own = path.join(folder, packed);
  mkdirSync(own, { recursive: true });
  const filename = runStep(step('release.yml', 'The package'), { RELEASE: folder }).stdout.trim();
  execFileSync('tar', ['-xzf', path.join(folder, filename), '-C', own, '--strip-components=1']);
  for (const [place] of installed)
    if (!existsSync(path.join(folder, place))) cpSync(place, path.join(folder, place), { recursive: true });
  chmodSync(path.join(folder, program), 0o755); // as npm does for files in `bin`
  chmodSync(folder, 0o755); // for the user of the image
  return folder;
}

let folder: string;

test.describe.configure({ mode: 'serial' });
test.beforeAll(() => {
  folder = installedFolder();
});

function type(words: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  const options = { cwd: folder, env: environmentWith(variables), encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(path.join(folder, program), words, options);
  return { status, stdout, stderr };
}

const configuration = 'const SEED: number = 7;\nexport default { SEED };\n';
const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
const packedFiles = () => readdirSync(path.join(folder, packed), { recursive: true, encoding: 'utf8' });

test('the packed file has what a run needs, no self-test and no TypeScript', long, () => {
  const files = packedFiles();
  const needed = ['README.md', 'dist/schemas/industries.json', 'docs/states/authorize.mjs', 'ledgers/embedded.json'];

  expect(files).toEqual(expect.arrayContaining(needed));
  expect(files.filter((file) => /(?:^|\/)selftest|\.ts$|\.pem$|^\.env$/.test(file))).toEqual([]);
});

/** Matches `from 'name'`, `import 'name'` and `import('name')` of a package and its exported path. */
const bareImport = /\b(?:from|import)\s*\(?\s*'((?:@[\w.-]+\/)?[a-z][\w.:-]*)[^']*'/g;

test('every package that the packed files import is a dependency', long, () => {
  const { dependencies, peerDependencies } = packageFile;
  // A driver imports the SDK of its user, and an example of the docs what the user has installed.
  const programs = packedFiles().filter((file) => /\.m?js$/.test(file) && !/client\/drivers\/|^docs\//.test(file));
  const imported = programs.flatMap((file) =>
    [...readFileSync(path.join(folder, packed, file), 'utf8').matchAll(bareImport)].map(([, name = '']) => name),
  );

  expect(imported).toContain('undici');
  const missing = imported.filter((name) => !(isBuiltin(name) || name in dependencies || name in peerDependencies));
  expect([...new Set(missing)]).toEqual([]);
});

test('npm installs the packed file without a warning', long, async () => {
  const empty = ownFolder('install');
  await writeFile(path.join(empty, 'package.json'), '{ "private": true }');
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  const words = ['install', '--prefer-offline', '--no-audit', path.join(folder, file)];
  const { status, stderr } = spawnSync('npm', words, { cwd: empty, encoding: 'utf8' });

  expect(status, stderr).toBe(0);
  expect(stderr.split('\n').filter((line) => !/^$|Unknown (?:user|env) config/.test(line))).toEqual([]);
});

test('each command of the packed file loads what it needs', long, async () => {
  const file = path.join(folder, packed, 'dist/cli/commands.js');
  const script = `
  const { commands } = await import(${JSON.stringify(file)});
  for (const { load } of Object.values(commands)) console.log(typeof (await load()).define);`;
  const { stdout, stderr } = await runProgram(process.execPath, ['--input-type=module', '-e', script], {}, folder);

  expect({ stdout, stderr }).toEqual({ stdout: 'function\n'.repeat(Object.keys(commands).length), stderr: '' });
});

const ask = path.resolve('selftest/sdk/clients/ask.mjs');

for (const way of ['--proxy', '--node', '--base-url'])
  test(`a Node program that npm starts passes the packed SDK gate by ${way}`, {
    tag: way === '--proxy' ? '@long' : '@slow',
  }, async () => {
    const to = `${way === '--base-url' ? '$MP_BASE_URL' : 'https://api.mercadopago.com'}/users/test`;
    const request = JSON.stringify({ to, body: { description: 'a buyer', site_id: 'MLA' } });
    await write('package.json', JSON.stringify({ scripts: { test: `node '${ask}' '${request}'` } }));

    const { status, stdout, stderr } = type(['sdk', way, '--', 'npm', 'test']);

    expect(status, stdout + stderr).toBe(0);
    expect(stdout).toContain('\n201 conformant\n');
    expect(stdout).toContain('1 of 6 operations');
  });

test('a Node driver passes the packed certification of a client', long, () => {
  const driver = ['node', path.resolve('selftest/client/posting-driver.mjs')];

  const { stdout, stderr } = type(['client', '--base-url', '--only', 'CUS-01', '--', ...driver]);

  const { requirements } = JSON.parse(readFileSync(path.join(folder, 'reports/client/conformance.json'), 'utf8'));
  expect(requirements.find(({ id }: { id: string }) => id === 'CUS-01').outcome, stdout + stderr).toBe('passed');
});

test.afterEach(() => rm(path.join(folder, 'conformance.config.ts'), { force: true }));

test('a run in the empty folder is a run, and its reports are there', long, async () => {
  await write('conformance.config.ts', configuration);

  const run = type(['--project=instore-orders', '--grep=@ORD-10']);

  expect(run.stderr.replace(/^\d+ of \d+ tests done.*\n/gm, '')).toBe(''); // printed on a slow machine
  expect(run.stdout).toContain('SEED=7');
  expect(run.stdout).not.toContain(folder);
  const document = JSON.parse(readFileSync(path.join(folder, 'reports/conformance.json'), 'utf8'));
  expect(document.selection.argv).toEqual(['--project=instore-orders', '--grep=@ORD-10']);
  expect(existsSync(path.join(folder, 'reports/conformance.html'))).toBe(true);
});

test('the gate and the plan do there what they do in a checkout', long, async () => {
  await write('conformance.config.ts', configuration);
  const gate = type(['gate', '--allow-incomplete']);
  const plan = type(['doctor', 'plan']);

  const unread = 'does not read conformance.config.ts. Set what it needs in the environment.\n';
  expect(gate).toMatchObject({ stderr: `gate ${unread}`, stdout: expect.stringContaining('INCOMPLETE') });
  expect(plan).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('Plan of a run') });
});

test('the Allure report says what it needs, which is an optional package', long, () => {
  const { allure } = packageFile.peerDependencies;
  const stderr = `The Allure report needs the package allure. Use npm install allure@${allure}.\n`;
  expect(type(['report'])).toEqual({ status: 1, stdout: '', stderr });
});

test('the image runs, mocks and gates as a user who may write to the reports alone', long, async () => {
  const image = readFileSync('Dockerfile', 'utf8');
  const [, entry = '[]'] = /^ENTRYPOINT (.*)$/m.exec(image) ?? [];
  const [command = '', ...words]: string[] = JSON.parse(entry.replaceAll('/suite/', `${folder}/`));
  const reports = ownFolder('image');
  const TMPDIR = ownFolder('image');
  for (const own of [reports, TMPDIR]) chownSync(own, imageUser, imageUser);
  const type = (line: string) =>
    startAs(imageUser, command, [...words, ...line.split(' ')], { REPORTS_DIR: reports, TMPDIR });

  const run = type('run --project=instore-orders --grep=@ORD-10');
  await run.says(/PARTIAL run/);
  await type('mock --port 0 --address 0.0.0.0').says(/The embedded provider is ready/);
  await type('sdk serve --port 0 --address 0.0.0.0').says(/The SDK gate is ready/);
  await endStarted();

  expect(image).toMatch(/^USER node$/m);
  expect(image.match(/^FROM (?!node:24-bookworm-slim@sha256:[\da-f]{64}(?: AS packed)?$).*/m)).toBeNull();
  expect(statSync(path.join(reports, 'conformance.html')).uid).toBe(imageUser);
});

test('the install is small and quiet: no script of a package, and Node 20, 22 and 24 are what each wants', long, () => {
  const bytes = listFiles(path.join(folder, 'node_modules')).reduce((sum, file) => sum + statSync(file).size, 0);

  expect(bytes / 1024 / 1024).toBeLessThan(120);
  for (const [place, { hasInstallScript = false, engines: { node = '*' } = {} }] of installed) {
    expect(hasInstallScript, place).toBe(false);
    for (const version of ['20.19.0', '22.13.0', '24.0.0'])
      expect(satisfies(version, node), `${place} on Node ${version}`).toBe(true);
  }
});
