import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { type CommandRow, commands } from '#cli/commands';
import { rejectWrongWords } from '#cli/run';
import { describeCommandError } from '#run/process/command-errors';
import packageFile from '../../package.json' with { type: 'json' };
import { expect, long, program, readResult, runCommand, runProgram, runSuite, slow, test } from '../tools/fixtures.ts';

const names = Object.keys(commands);

for (const help of ['--help', 'help'])
  test(`${help} of the program names every command with what it does`, {
    tag: help === 'help' ? '@long' : [],
  }, async () => {
    const { code, stdout } = await runCommand(help, []);
    const text = stdout.replace(/\s+/g, ' ');

    expect(code).toBe(0);
    expect(text).toContain('Usage: npm run conformance -- [options] [command]');
    for (const [name, { about }] of Object.entries(commands))
      expect(text).toMatch(new RegExp(` ${name} (?:\\[\\S+\\] )*${about.replace(/[.[\]()?]/g, '\\$&')}`));
  });

/** Returns a command with its options that writes its output into `said` and throws instead of exiting. */
async function getCommand(load: CommandRow['load'], name: string, output: string[]): Promise<Command> {
  const write = (text: string) => void output.push(text);
  const program = new Command('program').enablePositionalOptions().exitOverride();
  const command = program.configureOutput({ writeOut: write, writeErr: write }).command(name);
  (await load()).define(command);
  return program;
}

const { sdk, ...own } = commands; // it reads its command line itself

for (const [name, { load }] of Object.entries(own))
  test(`${name} shows its help when asked, and rejects an unknown option in one sentence`, async () => {
    const output: string[] = [];
    const program = await getCommand(load, name, output);
    const type = (option: string) => program.parseAsync([name, option], { from: 'user' });

    await expect(type('--help')).rejects.toMatchObject({ exitCode: 0 });
    const [help = ''] = output.splice(0);
    expect(help).toMatch(new RegExp(`^Usage: .*${name} `));
    expect(help).toContain('-h, --help');
    if (takesOptionsOfPlaywright.has(name)) return;

    await expect(type('--bogus')).rejects.toMatchObject({ exitCode: 1 });
    expect(output.map(describeCommandError)).toEqual(['Unknown option --bogus. Use --help.']);
  });

const takesOptionsOfPlaywright = new Set(['run', 'watch', 'replay']);

test('an id of --grep that is no requirement is named; the beginning of a pattern is no id', () => {
  const run = (pattern: string) => () => rejectWrongWords(['--grep', pattern], { REPORTS_DIR: 'reports' });

  expect(run(String.raw`@PRF-1[0-4]|@TOK-9\d|@ORD-10`)).not.toThrow();
  expect(run('@ORD-10|@PRF-999')).toThrow('Unknown requirement PRF-999.');
});

test('sdk shows its help when asked', long, async () => {
  const stdout = expect.stringMatching(/^Usage: .*sdk .*-h, --help/s);
  expect(await runCommand('sdk', ['--help'])).toMatchObject({ code: 0, stderr: '', stdout });
});

test('the npm scripts are at most fourteen short names, and those of commands are commands', () => {
  const scripts = Object.entries(packageFile.scripts).filter(([name]) => name !== 'prepack'); // npm's own
  const called = scripts.flatMap(([, line]) => /start\.mjs (\S+)/.exec(line)?.[1] ?? []);

  expect(scripts.length).toBeLessThanOrEqual(14);
  expect([called.includes('gate'), ...called.filter((name) => !names.includes(name))]).toEqual([true]);
});

test('what the pages and the workflows call by npm is there', () => {
  const isMeant = (name: string) => name.endsWith('.md') && name !== 'troubleshooting.md'; // typed wrong on purpose
  const pages = readdirSync('docs').filter(isMeant);
  const files = ['README.md', 'CONTRIBUTING.md', ...pages.map((name) => `docs/${name}`)];
  const calls = /npm run (?:-s )?([\w:]+)(?: -- ([a-z]+)\b)?/g;
  for (const file of files)
    for (const [, script = '', command] of readFileSync(file, 'utf8').matchAll(calls)) {
      expect(Object.keys(packageFile.scripts), file).toContain(script);
      if (script === 'conformance' && command !== undefined) expect(names, file).toContain(command);
    }
});

for (const [title, to, says] of [
  ['a pipe that its reader closes', '| true', 'its reader closed the pipe'],
  ['a full disk', '> /dev/full', 'ENOSPC'],
] as const) {
  test(`a command ends on ${title} with one sentence and an error`, long, async () => {
    for (const [words, code] of Object.entries({ '--list': 4, 'compare ledgers/embedded.json{,}': 2 })) {
      const stderr = expect.stringMatching(new RegExp(`^The output is incomplete: .*${says}.*\n$`));
      expect(await piped(`node ${program.join(' ')} ${words}`, to)).toMatchObject({ code, stderr });
    }
  });

  test(`a run whose output ends in ${title} fails in one sentence, and its reports are whole`, slow, async () => {
    const folder = test.info().outputPath('reports');
    const end = await piped('npx playwright test --project=instore-orders --grep=@ORD-01', to, { REPORTS_DIR: folder });

    expect(end).toMatchObject({ code: 4, stderr: expect.stringContaining(says) });
    expect(end.stderr.match(/output is incomplete/g)).toHaveLength(1);
    expect(end.stderr).not.toContain('    at ');
    expect(readResult(folder).verdict).toBe('INCOMPLETE');
    expect(existsSync(path.join(folder, 'conformance.html'))).toBe(true);
  });
}

function piped(command: string, to: string, variables = {}) {
  return runProgram('/bin/bash', ['-c', `set -o pipefail; ${command} ${to}`], variables);
}

const one = ['--project=instore-orders', '--grep', 'rejects an empty external_pos_id'];

test('no trace is written, which would hold every secret', long, async () => {
  const run = await runSuite({}, ...one, '--trace=on');

  expect(run.output).toContain('1 passed');
  const files = readdirSync(run.reports, { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => file.endsWith('.zip'))).toEqual([]);
});

test('a PORT that the machine sets for something else has no say in the embedded provider', slow, async () => {
  expect(await runSuite({ PORT: 'tcp://10.0.0.1:80' }, ...one)).toMatchObject({ code: 0 });
});
