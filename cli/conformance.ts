#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
import { Command, CommanderError } from 'commander';
import { ignoreSettingFiles } from '#run/context';
import { describeCommandError, findNear } from '#run/process/command-errors';
import { handleOutputError, printError, toMessage } from '#run/process/output';
import { PROGRAM } from '#run/process/program';
import { listSettingFiles } from '#run/process/sources';
import packageFile from '../package.json' with { type: 'json' };
import { type CommandRow, commands, moved, removed } from './commands.ts';

const ofProgram: ReadonlySet<string> = new Set(['--help', '-h', '--version']);

const [name = 'run', ...rest] = commandLine(process.argv.slice(2));
const rows: Readonly<Record<string, CommandRow>> = commands;
const failure = rows[name]?.failure ?? 1;
handleOutputError(() => process.exit(failure));
try {
  for (const former of [name, `${name} ${rest[0]}`])
    if (removed[former] !== undefined) throw new Error(`The command ${former} was removed. ${removed[former]}.`);
  if (!readsSettingFiles(rest[0])) readEnvironmentAlone();
  await (await programFor(name)).parseAsync([name, ...rest], { from: 'user' });
} catch (error) {
  process.exitCode = failure;
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : failure;
  else if (error !== process.stdout.errored) printError(toMessage(error));
}

/** Returns the words with their command: `run` is the default, a URL is its BASE_URL, and `help` is --help. */
function commandLine(words: readonly string[]): readonly string[] {
  const [first = '', ...others] = words;
  const now = moved[first];
  if (now) printError(`The command ${first} is deprecated. Use ${now.join(' ')}.`);
  if (now) return [...now, ...others];
  if (first === 'help') return ['--help'];
  if (/^(?:https?:|[a-z]+:\/\/)/i.test(first)) return ['run', `--base-url=${first}`, ...others];
  const isRun = first === '' || /[/.]/.test(first) || (first.startsWith('-') && !ofProgram.has(first));
  return isRun ? ['run', ...words] : words;
}

function readsSettingFiles(subcommand = ''): boolean {
  const reads = rows[name]?.readsSettingFiles;
  return reads === true || reads?.includes(subcommand) === true;
}

/** Takes settings from the environment alone; a folder with results may be one that others sent. */
function readEnvironmentAlone(): void {
  ignoreSettingFiles();
  const files = listSettingFiles(process.cwd());
  if (files.length > 0 && rows[name])
    printError(`${name} does not read ${files.join(' or ')}. Set what it needs in the environment.`);
}

/** Returns the program with all commands; only the one that is called has its options. */
async function programFor(called: string): Promise<Command> {
  const program = new Command(PROGRAM)
    .description(`${packageFile.description}. Without a command: run.`)
    .version(packageFile.version, '--version')
    .helpCommand(false)
    .enablePositionalOptions()
    .configureOutput({ outputError: (text, write) => write(`${describeCommandError(text)}\n`) })
    .exitOverride();
  for (const [word, { about, load }] of Object.entries(rows)) {
    const command = program.command(word).description(about);
    if (word === called) (await load()).define(command);
    rejectMisspelled(command.commands.map((each) => each.name()));
  }
  return program;
}

/** Throws an error if the word after the command is nearly a subcommand. */
function rejectMisspelled(subcommands: readonly string[]): void {
  const [word = ''] = rest;
  const near = findNear(word, subcommands);
  if (near !== undefined) throw new Error(`Unknown command ${word}. Did you mean ${near}?`);
}
