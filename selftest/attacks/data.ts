import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { toStateVariable } from '#api/states';
import { type Recording, readHar, toHarText } from '#http/replay/har';
import { createReproduction } from '#http/reproduction/shell';
import { startProvider } from '#mock/server';
import { sha256 } from '#run/digest';
import { createRunContext, readEnvFile } from '#run/process/sources';
import { close, fileWith, listen, ownFolder, runCommand } from '../tools/fixtures.ts';
import { type Attack, attack, attacksBy, getRejection, oneTest, toTable } from './attack.ts';
import texts from './texts.json' with { type: 'json' };

type Sent = ReturnType<typeof sent>;

/** Creates a folder from a third party, with a shell line and a module that write a file if they run. */
function sent() {
  const mark = path.join(ownFolder('mark'), 'ran');
  const module = fileWith('module.cjs', `require('node:fs').writeFileSync(${JSON.stringify(mark)}, '');\n`);
  return { folder: path.dirname(module), line: `touch ${mark}`, module, ran: () => existsSync(mark) };
}

/** Settings that run a program, or change which program runs or where its output goes. */
const settings: Readonly<Record<string, (own: Sent) => string>> = {
  NODE_OPTIONS: ({ module }) => `--require=${module}`,
  TARGET_BUILD_COMMAND: ({ line }) => line,
  STATES_COMMAND: ({ line }) => line,
  GIT_EXTERNAL_DIFF: ({ line }) => line,
  GITHUB_STEP_SUMMARY: ({ folder }) => path.join(folder, 'summary'),
  PATH: ({ folder }) => folder,
  TMPDIR: ({ folder }) => folder,
  BASH_ENV: ({ module }) => module,
};

function recordingWith(written: Readonly<Record<string, string>>): Recording {
  const own = { SEED: '1', RUN_ID: 'sent', BASE_URL: 'http://127.0.0.1:1', TARGET: 'sent', ...written };
  const suite = { version: '0.1.0', commit: '', register: '' };
  return { run: 'sent', started: '2026-01-01T00:00:00.000Z', suite, settings: own, lost: 0 };
}

const REJECTED = 'rejected by name, and nothing runs';

function seen(name: string, { stderr, code }: { stderr: string; code: number | null }, { ran }: Sent): string {
  if (ran()) return 'its program ran';
  const isNamed = stderr.includes(name) && stderr.trim().split('\n').length === 1;
  return isNamed && code !== 0 ? REJECTED : `exit code ${code}, ${stderr}`;
}

const recordings = Object.entries({ ...settings, REPORTS_DIR: (_: Sent) => '/tmp' }).map(([name, value]) =>
  attack('a recording that was sent', `${name} among its settings`, REJECTED, async () => {
    const own = sent();
    const file = fileWith('exchanges.har', toHarText(recordingWith({ [name]: value(own) }), []));
    const REPORTS_DIR = ownFolder('reports');
    return seen(name, await runCommand('replay', [file, ...oneTest], { REPORTS_DIR }), own);
  }),
);

/** Recordings with a digest of their own and another shape. */
const shapes: Readonly<Record<string, (recording: Recording) => readonly [recording: unknown, entries: unknown[]]>> = {
  'no settings': (recording) => [{ ...recording, settings: null }, []],
  'a run that is no text': (recording) => [{ ...recording, run: {} }, []],
  'a start that is no text': (recording) => [{ ...recording, started: 5 }, []],
  'no suite': (recording) => [{ ...recording, suite: null }, []],
  'an exchange without a request': (recording) => [recording, [{ response: {} }]],
};

const misshapen = attacksBy('a recording that was sent', 'rejected by name', shapes, (shape) => {
  const [_recording, entries] = shape(recordingWith({}));
  const _sha256 = sha256(JSON.stringify([_recording, entries]));
  const file = fileWith('exchanges.har', JSON.stringify({ log: { _recording, entries, _sha256 } }));
  return getRejection(() => readHar(file), /is not a recording of this suite\. Use/, 'rejected by name');
});

/** The settings of a configuration are checked by name, so only the suite's own settings can be programs. */
const environments = ['.env', 'conformance.config.json'].flatMap((file) =>
  Object.entries(settings)
    .filter(([name]) => file === '.env' || name.endsWith('_COMMAND'))
    .map(([name, value]) =>
      attack('a file of settings that was sent', `${name} in ${file}`, REJECTED, async () => {
        const own = sent();
        const text = file === '.env' ? `${name}=${value(own)}\n` : JSON.stringify({ [name]: value(own) });
        writeFileSync(path.join(own.folder, file), text);
        const { baseUrl: BASE_URL, close: end } = await startProvider();
        const run = await runCommand('run', oneTest, { BASE_URL, REPORTS_DIR: ownFolder('reports') }, own.folder);
        await end();
        return seen(name, run, own);
      }),
    ),
);

const utf16 = attack('a file of settings that was sent', '.env in UTF-16', 'rejected by name', () => {
  const file = path.join(ownFolder('env'), '.env');
  writeFileSync(file, '\ufeffTARGET=sandbox\n', 'utf16le');
  try {
    return JSON.stringify(readEnvFile(file));
  } catch (error) {
    return String(error).includes('.env is not UTF-8.') ? 'rejected by name' : String(error);
  }
});

const IDLE = 'none of its code runs';

const folders = attacksBy('a folder that was sent', IDLE, toTable(texts.readingCommands), async (line) => {
  const own = sent();
  mkdirSync(path.join(own.folder, 'reports'));
  const write = (name: string, text: string) => writeFileSync(path.join(own.folder, name), text);
  for (const name of ['conformance.config.ts', 'allurerc.mjs', 'playwright.config.ts'])
    write(name, "import './module.cjs';\nrequire('./module.cjs');\nexport default {};\n");
  for (const name of ['allure', 'tsx', 'jiti', '@playwright/test', 'playwright', 'commander']) {
    mkdirSync(path.join(own.folder, 'node_modules', name), { recursive: true });
    write(`node_modules/${name}/package.json`, '{ "main": "../../module.cjs", "exports": "../../module.cjs" }');
    write(`node_modules/${name}/index.js`, "require('../../module.cjs');");
  }
  spawnSync('git', ['init', '-q', own.folder]);
  spawnSync('git', ['-C', own.folder, 'config', 'core.fsmonitor', own.line]);
  write('exchanges.har', toHarText(recordingWith({}), []));
  write('.env', `NODE_OPTIONS=--require=${own.module}\nSTATES_COMMAND=${own.line}\n`);
  const [command = '', ...args] = line.split(' ');
  await runCommand(command, args, {}, own.folder);
  return own.ran() ? 'its code ran' : IDLE;
});

const SHELL = 'a states endpoint that returns a shell command';
const OWN = 'only its own values are set';

const shells = attacksBy(SHELL, OWN, texts.stateValues, async (values) => {
  const answer = JSON.stringify({ access_token: 'a', user_id: '7', ...values });
  const server = createServer((_, response) => response.end(answer));
  const url = await listen(server);
  const { stdout } = await runCommand('state', ['an access token'], { BASE_URL: url, PROVIDER_STATES_URL: url });
  await close(server);
  return evaluated(stdout);
});

const QUOTED = 'it is in single quotes or in a variable';

function reproduced(value: string): string {
  const { recordStateValues, reproduce } = createReproduction(createRunContext({ BASE_URL: 'http://127.0.0.1:9' }));
  const values = { code: 'c0de-1234567', client_id: '123456', client_secret: 'secret-abcdefgh', redirect_uri: value };
  recordStateValues('an authorization code', values);
  const place = { endpoint: 'oauth-token', method: 'POST', url: 'http://127.0.0.1:9/oauth/token' } as const;
  const [, ...lines] = reproduce({ ...place, headers: {}, body: JSON.stringify(values) });
  const unquoted = lines.join('\n').replace(/'[^']*'/g, '');
  return /[$`](?!STATE_)/.test(unquoted) ? unquoted : QUOTED;
}

function evaluated(lines: string): string {
  const cwd = ownFolder('shell');
  const { PATH = '' } = process.env;
  const script = `before=$(compgen -v) path=$PATH; eval "$1"; comm -13 <(sort <<< "$before") <(compgen -v | sort)
    [ "$PATH" = "$path" ] || echo PATH`;
  const { stdout } = spawnSync('bash', ['-c', script, 'bash', lines], { cwd, env: { PATH }, encoding: 'utf8' });
  if (existsSync(path.join(cwd, 'ran'))) return 'a command ran';
  const set = stdout.split('\n').filter((name) => !['', 'before', 'path', 'BASH_LINENO', '_'].includes(name));
  const isOwn = set.length > 0 && set.every((name) => name.startsWith(toStateVariable('an access token', '')));
  return isOwn ? OWN : `set: ${set.join(', ') || 'nothing'}`;
}

/** Every attack with data from third parties: none may become a program, its path or a shell line. */
export const data: readonly Attack[] = [
  ...[...recordings, ...misshapen, ...environments, utf16, ...folders, ...shells],
  ...attacksBy(SHELL, QUOTED, toTable(texts.markedValues, JSON.stringify), reproduced),
];
