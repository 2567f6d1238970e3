import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { createStatesCommand } from '#http/states-command';
import { startProvider } from '#mock/server';
import { expect, fileWith, long, ownFolder, runSuite, setUpState, slow, test } from '../tools/fixtures.ts';
import wrong from './wrong.json' with { type: 'json' };

const page = readFileSync('docs/provider-states.md', 'utf8');

function example(language: 'sh' | 'js' | 'python', name: string): string {
  const blocks = page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'));
  const [, code = ''] = [...blocks].at(-1) ?? []; // the first ones are endpoints
  return fileWith(name, code);
}

const asked = (state: string) => JSON.stringify({ state, params: {}, action: 'setup' });

async function getResponse(program: string, file: string, state: string, env: Record<string, string>) {
  const child = spawn(program, [file], { cwd: path.dirname(file), env: { PATH: process.env.PATH, ...env } });
  child.stdin.end(asked(state));
  const [stdout] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return JSON.parse(stdout);
}

const application = { CLIENT_ID: '12', CLIENT_SECRET: 's3cr3t', REDIRECT_URI: 'https://a.example/' };

test('the shell example gives each code once, and leaves what it does not have to the environment', async () => {
  const file = example('sh', 'states.sh');
  writeFileSync(path.join(path.dirname(file), 'codes.txt'), 'TG-one\nTG-two\n');
  const ask = (state: string) => getResponse('sh', file, state, application);

  const both = await Promise.all([ask('an authorization code'), ask('an authorization code')]);
  expect(both.map(({ code }) => code).sort()).toEqual(['TG-one', 'TG-two']);
  expect(both[0]).toMatchObject({ client_id: '12', client_secret: 's3cr3t', redirect_uri: 'https://a.example/' });
  expect(await ask('an authorization code')).toBeNull();
  expect(await ask('an application')).toBeNull();
});

test('the Node example gives a token, and a run with the Python example every state', slow, async ({ open }) => {
  const { baseUrl: BASE_URL, statesUrl: ADMIN_URL } = await open(startProvider());
  const { refresh_token = '', client_id = '', client_secret = '' } = await setUpState(ADMIN_URL, 'a refresh token');
  const env = { BASE_URL, CLIENT_ID: client_id, CLIENT_SECRET: client_secret, REFRESH_TOKEN: refresh_token };
  const token = await getResponse(process.execPath, example('js', 'states.mjs'), 'an access token', env);
  const variables = { BASE_URL, STATES_COMMAND: `python3 ${example('python', 'states.py')}`, ADMIN_URL };
  const run = await runSuite(variables, '--project=instore-orders', '--grep=@ORD-0');

  expect(token).toEqual({ access_token: expect.any(String), user_id: expect.anything() });
  expect(run.code, run.output).toBe(0);
  expect(run.document().requirements.filter(({ id }) => /^ORD-0/.test(id))).toEqual(
    expect.not.arrayContaining([expect.objectContaining({ outcome: 'not exercised' })]),
  );
});

const secret = 'TG-5f1e9c0d7a3b4e21-998877';

function askProgram(STATES_COMMAND: string, state: string, seconds = 60, REPORTS_DIR = ownFolder('states')) {
  const send = createStatesCommand({ STATES_COMMAND, REPORTS_DIR, seconds });
  return send?.({ method: 'POST', url: '', headers: {}, body: asked(state) });
}

for (const [what, command = '', why] of wrong.programs)
  test(`a states program that ${what} is said in one sentence`, async () => {
    await expect(askProgram(command, 'an application', what === 'hangs' ? 1 : 60)).rejects.toThrow(why);
  });

test('what a states program says on stderr is in states.log, without what is or looks like a secret', async () => {
  const reports = path.join(ownFolder('states'), 'not-made-yet');
  const values = { code: 'plainword', client_secret: 'other-words', client_id: '123456' };
  const command = `echo 'walked to plainword with other-words for 123456, got ${secret}' >&2; echo '${JSON.stringify(values)}'`;

  expect(await askProgram(command, 'an authorization code', 60, reports)).toMatchObject({ status: 200, json: values });
  const log = readFileSync(path.join(reports, 'states.log'), 'utf8');
  expect(log).toContain('walked to [redacted] with [redacted] for 123456, got [redacted]');
});

test('a run whose states program fails ends with its sentence and with whole reports', long, async ({ open }) => {
  const provider = await open(startProvider());
  const variables = { BASE_URL: provider.baseUrl, STATES_COMMAND: `LOGIN=bob:plainword; echo '${secret}' >&2; exit 1` };
  const run = await runSuite(variables, '--project=instore-orders');

  expect([run.code, run.row('ORD-01')?.outcome]).toEqual([1, 'inconclusive']);
  expect(run.row('ORD-01')?.reason).toContain('STATES_COMMAND returned no state: it ended with exit code 1');
  expect(spawnSync('grep', ['-rlE', `${secret}|plainword`, run.reports], { encoding: 'utf8' }).stdout).toBe('');
});
