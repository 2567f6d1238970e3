import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { cheats, record, runAgainst } from '../matrix/cheats.ts';
import {
  environmentWith,
  fileWith,
  folderWith,
  listFiles,
  ownFolder,
  runCommand,
  runSuite,
  type SuiteRun,
} from '../tools/fixtures.ts';
import { type Answered, runBehindFront, type Seen, startFront } from '../tools/front.ts';
import { type Attack, attack, attacksBy, toTable } from './attack.ts';

const orders = '--project=instore-orders';

const deletion = 'tests/instore-orders/deletion.spec.ts';
const firstTest = readFileSync(deletion, 'utf8').split('\ntest(')[0]?.split('\n').length ?? 0;

const selections: Readonly<Record<string, readonly string[]>> = {
  '--grep-invert': ['--grep-invert', 'almost a number'],
  '--grep-invert and --repeat-each': ['--grep-invert', 'almost a number', '--repeat-each=3'],
  '--grep': ['--grep', 'deletes an open order'],
  'a file': [deletion],
  'a file and a line': [`${deletion}:${firstTest + 1}`],
  '--project alone': [],
  '--shard': ['--shard=1/2'],
  '--test-list': ['--test-list', fileWith('list', `${deletion}\n`)],
};

const settings: Readonly<Record<string, string>> = {
  ...{ TOKEN_LIFETIME: '3600', WITHOUT: 'state', DEPTH: 'smoke', REQUEST_TIMEOUT: '60', BUDGET: 'preferences=1' },
};

/** Code of others that does nothing: as a module, as a reporter, and as a plugin that changes the tests. */
const SHIM = 'module.exports = function () { return {}; };';

type Shim = (module: string) => { readonly variables?: Readonly<Record<string, string>>; readonly args?: string[] };

const shims: Readonly<Record<string, Shim>> = {
  'NODE_OPTIONS=--require': (module) => ({ variables: { NODE_OPTIONS: `--require=${module}` } }),
  'NODE_OPTIONS=--import': (module) => ({ variables: { NODE_OPTIONS: `--import=${module}` } }),
  '--add-reporter': (module) => ({ args: [`--add-reporter=${module}`] }),
  PW_TEST_SOURCE_TRANSFORM: (module) => ({
    variables: { PW_TEST_SOURCE_TRANSFORM: module, PW_TEST_SOURCE_TRANSFORM_SCOPE: path.resolve('tests') },
  }),
  PLAYWRIGHT_TRANSFORM_CACHE_DIR: (module) => ({ variables: { PLAYWRIGHT_TRANSFORM_CACHE_DIR: path.dirname(module) } }),
};

/** Ways for a provider to distinguish the suite from its real clients. */
const devices = [
  'the names and order of the header fields',
  'names in lower case',
  'the Accept-Encoding',
  'an open provider state',
  'tokens of provider states',
] as const;

const CONDITION = 'it is listed next to the verdict';
const FOREIGN = 'foreign code with a good provider';
const ONE_SENTENCE = 'rejected in one sentence, exit code 4';
const NO_SECRET = 'it is there, without a secret in clear';
const SHAPE = 'exit code 1, gate 1, and its shape is shown';

/** Every attack that needs a run of the embedded provider on loopback. */
export const runs: readonly Attack[] = [
  ...attacksBy('a selection', 'a part, gate 2', selections, async (args) => {
    const run = await runSuite({}, orders, ...args);
    const { verdict, selection } = run.document();
    const { code } = await getGate(run);
    const isPart = selection.tests < selection.of && !verdict.startsWith('CONFORMANT');
    return isPart ? `a part, gate ${code}` : `${verdict}, gate ${code}`;
  }),
  attack('a selection', '--grep-invert under CERTIFY and STRICT', 'exit code 1', async () => {
    const { code } = await runSuite({ CERTIFY: '1', STRICT: '1' }, orders, '--grep-invert', 'almost');
    return `exit code ${code}`;
  }),
  ...Object.entries(settings).map(([name, value]) =>
    attack('a setting that changes a must', `${name}=${value}`, CONDITION, async () => {
      const run = await runSuite({ [name]: value }, orders, '--grep=@ORD-01');
      const { stdout } = await getGate(run);
      const isSaid = run.document().conditions[name] === value && stdout.includes(`under ${name}=${value}`);
      return isSaid ? CONDITION : stdout;
    }),
  ),
  attack('a stale green', 'a run that is killed', 'gate 4, and nothing of the last run is left', killed),
  attack('a stale green', 'a run that is ended by its 40th kilobyte in a file', 'exit code 4, gate 4', () =>
    limited('ulimit -f 40'),
  ),
  ...devices.map((name) =>
    attack('a provider that is good for the suite alone', `by ${name}`, 'NON-CONFORMANT', async () => {
      const { meets } = cheats[name];
      const { requests } = /field|Encoding/.test(name) ? await record(101, meets) : { requests: [] };
      return (await runAgainst(cheats[name], 202, requests)).document().verdict;
    }),
  ),
  ...attacksBy(FOREIGN, 'exit code 1, and the result names it', shims, (shim, name) => shimmed(name, shim)),
  attack(FOREIGN, '--add-reporter that reports a bad provider as passed', 'exit code 1', async () => {
    const reporter = `--reporter=${fileWith('shim.cjs', 'module.exports = class { onEnd() { return { status: "passed" }; } };')}`;
    const target = { MOCK_FAULT: 'order-no-number-code', REPORTS_DIR: ownFolder('attacks') };
    return `exit code ${(await runCommand('run', [orders, '--grep=@ORD-10', reporter], target)).code}`;
  }),
  ...attacksBy('what only a program may set', ONE_SENTENCE, toTable(['NODE_DEBUG=http', 'DEBUG=pw:api']), debugged),
  attack('what a killed run leaves', 'the private folder of a run that recorded its exchanges', NO_SECRET, leavings),
  attack('small responses, large costs', 'a run against a response that packs too much', SHAPE, unsearchable),
  ...['a="status":', 'a=TOK-28', 'a=passed', 'a=ORD-01; Path=/'].map((cookie) =>
    attack('redaction as a weapon', `a run against Set-Cookie: ${cookie}`, 'exit code 0, ORD-01 passed', async () => {
      const change = (_: Seen, response: Answered) => ({ ...response, headers: { 'set-cookie': cookie } });
      const run = await runBehindFront({ change }, {}, orders, '--grep=@ORD-01');
      return `exit code ${run.code}, ORD-01 ${run.row('ORD-01')?.outcome}`;
    }),
  ),
];

/** Runs the suite with a variable that makes Node or Playwright print requests. */
async function debugged(set: string): Promise<string> {
  const [name = '', value = ''] = set.split('=');
  const { code, output } = await runSuite({ [name]: value }, orders);
  const isOne = output.startsWith(`${name} is `) && output.endsWith(` Unset ${name}.\n`);
  return isOne ? `rejected in one sentence, exit code ${code}` : output;
}

/** Returns a two-kilobyte response that no search unpacks completely and that the reports show. */
async function unsearchable(): Promise<string> {
  const bomb = gzipSync(gzipSync(Buffer.alloc(300_000_000))).toString('base64');
  const change = ({ path: asked }: Seen, response: Answered) =>
    asked === '/_states' || response.status < 400 ? response : { ...response, text: JSON.stringify({ bomb }) };
  const run = await runBehindFront({ change }, {}, orders, '--grep=@ORD-11');
  const { code } = await getGate(run);
  const isShown = run.prose.includes('characters that cannot be fully searched for secrets');
  return `exit code ${run.code}, gate ${code}, ${isShown ? 'and its shape is shown' : run.output}`;
}

function getGate({ reports }: Pick<SuiteRun, 'reports'>) {
  return runCommand('gate', [path.join(reports, 'conformance.json'), '--allow-incomplete']);
}

function greenFolder(): string {
  const names = ['conformance.json', 'badge.json', 'conformance.html', 'junit.xml'];
  return folderWith(Object.fromEntries(names.map((name) => [name, 'CONFORMANT'])));
}

function start(reports: string, limit: string, more: Readonly<Record<string, string>> = {}) {
  const words = `${limit}; exec node_modules/.bin/playwright test ${orders}`;
  return spawn('bash', ['-c', words], { env: environmentWith({ REPORTS_DIR: reports, ...more }), stdio: 'ignore' });
}

async function killed(): Promise<string> {
  const reports = greenFolder();
  const file = path.join(reports, 'conformance.json');
  const child = start(reports, 'true');
  while (!(existsSync(file) && readFileSync(file, 'utf8').includes('did not finish'))) {
    if (child.exitCode !== null) return `the run ended with ${child.exitCode} before it was killed`;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill('SIGKILL');
  await once(child, 'close');
  const { code } = await getGate({ reports });
  const left = ['badge.json', 'conformance.html', 'junit.xml'].filter((name) => existsSync(path.join(reports, name)));
  return `gate ${code}, and ${left.length === 0 ? 'nothing' : left.join()} of the last run is left`;
}

/** Kills a run and searches its private folder for the tokens that the service issued. */
async function leavings(): Promise<string> {
  const front = await startFront();
  const folder = ownFolder('left');
  const child = start(ownFolder('attacks'), 'true', { ...front.target, HAR: '1', TMPDIR: folder });
  while (front.seen.length < 60) await new Promise((resolve) => setTimeout(resolve, 100));
  child.kill('SIGKILL');
  await once(child, 'close');
  await front.close();
  const tokens = new Set(
    front.seen.flatMap((row) => [...(row.answer?.text.matchAll(/(?:APP_USR|TG)-[\w-]{20,}/g) ?? [])].map(String)),
  );
  const files = listFiles(folder).filter((file) => path.dirname(file).includes('conformance-'));
  const texts = files.map((file) => readFileSync(file, 'latin1')).join('\n');
  const left = [...tokens].filter((token) => texts.includes(token)).length;
  if (files.length === 0 || tokens.size === 0) return `${files.length} files, ${tokens.size} tokens`;
  return left === 0 ? NO_SECRET : `${left} of ${tokens.size} tokens in clear`;
}

/** Runs one requirement for certification with a third-party module that does nothing. */
async function shimmed(name: string, shim: (typeof shims)[string]): Promise<string> {
  const { variables = {}, args = [] } = shim(fileWith('shim.cjs', SHIM));
  const run = await runSuite({ CERTIFY: '1', ...variables }, orders, '--grep=@ORD-01', ...args);
  const reason = run.document().decision.reasons.find(({ kind }) => kind === 'foreign code');
  const isNamed = reason?.tone === 'red' && reason.words.includes(name.replace(/=.*/, ''));
  return isNamed ? `exit code ${run.code}, and the result names it` : JSON.stringify(run.document().decision);
}

async function limited(limit: string): Promise<string> {
  const reports = greenFolder();
  const [exit]: (number | null)[] = await once(start(reports, limit), 'close');
  const { code } = await getGate({ reports });
  return `exit code ${exit}, gate ${code}`;
}
