import path from 'node:path';
import { Command, Option } from 'commander';
import { environment } from '#run/context';
import type { Way } from '../entrance/ways.ts';
import type { Floor } from '../result/coverage.ts';
import {
  answers,
  type Flags,
  hostOption,
  judgements,
  strictOption,
  usualHost,
  usualVariable,
  waysIn,
} from './flags.ts';
import { type GateOptions, usualOptions } from './gate.ts';
import type { PlayOptions } from './play.ts';
import * as words from './words.ts';

/** Describes what the command line asks for. */
export interface Asked {
  readonly options: PlayOptions;
  readonly ignoreExit: boolean;
  readonly floor: Floor;
  /** Files that are read before anything starts. */
  readonly baseline: string | undefined;
  readonly stubs: string | undefined;
}

const loopback = ['localhost', '127.0.0.1', '::1'];

/** Reads the command line; prints one sentence and exits with 2 where it is wrong. */
export function readOptions(argv: readonly string[], cwd: string): Asked {
  const program = new Command('sdk')
    .description('Runs a command, holds its requests against the contract, and passes where all conform.')
    .usage('[options] -- COMMAND …')
    .argument('<command...>', 'what runs the tests of the SDK');
  for (const option of [...waysIn(), ...answers(), ...judgements()]) program.addOption(option);
  endingWithTwo(program).passThroughOptions().parse(argv, { from: 'user' });
  return asked(program.opts<Flags>(), program.args, cwd);
}

/** A program that ends with 2 where its command line is wrong. */
function endingWithTwo(program: Command): Command {
  return program.showSuggestionAfterError(false).exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
}

function asked(flags: Flags, [first = '', ...rest]: readonly string[], cwd: string): Asked {
  const inFolder = (file: string | undefined) => (file === undefined ? undefined : path.resolve(cwd, file));
  const command = { words: [first, ...rest] as const, cwd, timeoutSeconds: flags.timeout };
  const replies = flags.replies.length > 0 ? flags.replies : [0];
  return {
    options: {
      ...usualOptions,
      inherited: environment(),
      ...ways(flags),
      ...answering(flags),
      replies,
      command,
    },
    ignoreExit: flags.ignoreExit,
    floor: { operations: flags.require, industries: flags.minIndustries, fields: flags.minFields },
    baseline: inFolder(flags.baseline),
    stubs: inFolder(flags.stubs),
  };
}

/** Returns what of the options steers the answers. */
function answering(flags: Answers) {
  return {
    sequences: flags.reply,
    strict: flags.strict,
    otherPaths: flags.allowOtherPaths ? ('note' as const) : flags.otherPaths,
    keepCredentials: flags.keepCredentials,
    keptTokens: flags.keep,
    errorsToClient: flags.errorsToClient,
  };
}

type Answers = Pick<
  Flags,
  'reply' | 'strict' | 'otherPaths' | 'allowOtherPaths' | 'keepCredentials' | 'keep' | 'errorsToClient'
>;

type WaysIn = Pick<Flags, 'node' | 'transparent' | 'baseUrl' | 'host' | 'baseUrlVariable' | 'allowHost'>;

/** The way in, and what is let out. */
export function ways({ node, transparent, baseUrl, host, baseUrlVariable, allowHost }: WaysIn) {
  const way: Way = node ? 'node' : transparent ? 'transparent' : baseUrl ? 'base-url' : 'proxy';
  const hosts = host.length > 0 ? host : [usualHost];
  return {
    way,
    baseUrlVariables: [usualVariable, ...baseUrlVariable],
    hosts: way === 'base-url' ? [...hosts, ...loopback] : hosts,
    allowedHosts: allowHost,
  };
}

interface ServeFlags extends Flags {
  readonly port: number;
  readonly address: string;
}

/** Describes what `serve` was asked for. */
export interface AskedToServe {
  readonly options: Omit<GateOptions, 'inherited'>;
  readonly stubs: string | undefined;
}

/** Reads `serve --port 4020 …`; prints one sentence and exits with 2 where it is wrong. */
export function readServeOptions(argv: readonly string[], cwd: string): AskedToServe {
  const program = new Command('sdk serve').description(
    'Opens a gate and goes on, for clients that start by themselves.',
  );
  for (const option of [...places(), hostOption(), ...answers(), strictOption()]) program.addOption(option);
  endingWithTwo(program).parse(argv, { from: 'user' });
  const flags = program.opts<ServeFlags>();
  const hosts = [...usualOptions.hosts, ...flags.host];
  return {
    options: { ...usualOptions, ...answering(flags), hosts, port: flags.port, address: flags.address },
    stubs: flags.stubs === undefined ? undefined : path.resolve(cwd, flags.stubs),
  };
}

function places(): Option[] {
  return [
    new Option('--port <n>', 'where clients come in; the control address is one up')
      .argParser(words.port)
      .default(4020),
    new Option('--address <ip>', 'where it listens').default('127.0.0.1'),
  ];
}
