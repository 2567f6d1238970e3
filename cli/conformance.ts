#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
import { Command, CommanderError } from 'commander';
import { ignoreSettingFiles } from '#run/context';
import { complain, onLostOutput } from '#run/process/output';
import { PROGRAM } from '#run/process/program';
import { settingFilesIn } from '#run/process/sources';
import packageFile from '../package.json' with { type: 'json' };
import { type CommandRow, commands } from './commands.ts';

const ofProgram: ReadonlySet<string> = new Set(['--help', '-h', '--version']);

const words = process.argv.slice(2);
const [name = 'run', ...rest] = isRun(words) ? ['run', ...words] : words;
const rows: Readonly<Record<string, CommandRow>> = commands;
const failure = rows[name]?.failure ?? 1;
onLostOutput(() => process.exit(failure));
try {
  if (!readsSettingFiles(rest[0])) readEnvironmentAlone();
  await (await programFor(name)).parseAsync([name, ...rest], { from: 'user' });
} catch (error) {
  process.exitCode = failure;
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : failure;
  else if (error !== process.stdout.errored) complain(error instanceof Error ? error.message : String(error));
}

/** A run is what is wanted where no command is named, but an option or the place of a test. */
function isRun([first = '']: readonly string[]): boolean {
  return first === '' || /[/.]/.test(first) || (first.startsWith('-') && !ofProgram.has(first));
}

/** Returns whether the command takes settings from the files of the current folder. */
function readsSettingFiles(subcommand = ''): boolean {
  const reads = rows[name]?.readsSettingFiles;
  return reads === true || reads?.includes(subcommand) === true;
}

/** Takes settings from the environment alone; a folder with results may be one that others sent. */
function readEnvironmentAlone(): void {
  ignoreSettingFiles();
  const files = settingFilesIn(process.cwd());
  if (files.length > 0 && rows[name])
    complain(`${name} does not read ${files.join(' or ')}. Set what it needs in the environment.`);
}

/** The program with all commands, of which the one that is called has its options and what it does. */
async function programFor(called: string): Promise<Command> {
  const program = new Command(PROGRAM)
    .description(`${packageFile.description}. Without a command it runs.`)
    .version(packageFile.version, '--version')
    .helpCommand(false)
    .enablePositionalOptions()
    .showSuggestionAfterError(false)
    .exitOverride();
  for (const [own, { about, load }] of Object.entries(rows)) {
    const command = program.command(own).description(about);
    if (own === called) (await load()).define(command);
  }
  return program;
}
