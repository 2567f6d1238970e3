import path from 'node:path';
import { Command, Option } from 'commander';
import { environment } from '#run/context';
import type { InterceptionMode } from '../entrance/ways.ts';
import type { MinimumCoverage } from '../result/coverage.ts';
import {
  createHostOption,
  createStrictOption,
  DEFAULT_HOST,
  DEFAULT_VARIABLE,
  type Flags,
  listInterceptionOptions,
  listJudgementOptions,
  listReplyOptions,
} from './flags.ts';
import { defaultOptions, type GateOptions } from './gate.ts';
import * as words from './option-parsers.ts';
import type { PlayOptions } from './play.ts';

/** Describes what the command line asks for. */
export interface GateCommandLine {
  readonly options: PlayOptions;
  readonly ignoreExit: boolean;
  readonly floor: MinimumCoverage;
  /** Files that are read before anything starts. */
  readonly baseline: string | undefined;
  readonly stubs: string | undefined;
}

const loopback = ['localhost', '127.0.0.1', '::1'];

/** Reads the command line; prints one sentence and exits with 2 where it is wrong. */
export function readOptions(argv: readonly string[], cwd: string): GateCommandLine {
  const program = new Command('sdk')
    .description('Runs a command and checks its requests against the reference.')
    .usage('[options] -- COMMAND …')
    .argument('<command...>', 'what runs the tests of the SDK');
  for (const option of [...listInterceptionOptions(), ...listReplyOptions(), ...listJudgementOptions()])
    program.addOption(option);
  endingWithTwo(program).passThroughOptions().parse(argv, { from: 'user' });
  return asked(program.opts<Flags>(), program.args, cwd);
}

/** Makes a program exit with 2 where its command line is wrong. */
function endingWithTwo(program: Command): Command {
  return program.showSuggestionAfterError(false).exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
}

function asked(flags: Flags, [first = '', ...rest]: readonly string[], cwd: string): GateCommandLine {
  const inFolder = (file: string | undefined) => (file === undefined ? undefined : path.resolve(cwd, file));
  const command = { words: [first, ...rest] as const, cwd, timeoutSeconds: flags.timeout };
  const replies = flags.replies.length > 0 ? flags.replies : [0];
  return {
    options: {
      ...defaultOptions,
      inherited: environment(),
      ...readInterception(flags),
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

/** Returns the interception mode and the hosts of a command line. */
export function readInterception({ node, transparent, baseUrl, host, baseUrlVariable, allowHost }: WaysIn) {
  const way: InterceptionMode = node ? 'node' : transparent ? 'transparent' : baseUrl ? 'base-url' : 'proxy';
  const hosts = host.length > 0 ? host : [DEFAULT_HOST];
  return {
    way,
    baseUrlVariables: [DEFAULT_VARIABLE, ...baseUrlVariable],
    hosts: way === 'base-url' ? [...hosts, ...loopback] : hosts,
    allowedHosts: allowHost,
  };
}

interface ServeFlags extends Flags {
  readonly port: number;
  readonly address: string;
}

/** Describes what `serve` was asked for. */
export interface ServeCommandLine {
  readonly options: Omit<GateOptions, 'inherited'>;
  readonly stubs: string | undefined;
}

/** Reads `serve --port 4020 …`; prints one sentence and exits with 2 where it is wrong. */
export function readServeOptions(argv: readonly string[], cwd: string): ServeCommandLine {
  const program = new Command('sdk serve').description(
    'Starts a gate that keeps running, for clients that start by themselves.',
  );
  for (const option of [...places(), createHostOption(), ...listReplyOptions(), createStrictOption()])
    program.addOption(option);
  endingWithTwo(program).parse(argv, { from: 'user' });
  const flags = program.opts<ServeFlags>();
  const hosts = [...defaultOptions.hosts, ...flags.host];
  return {
    options: { ...defaultOptions, ...answering(flags), hosts, port: flags.port, address: flags.address },
    stubs: flags.stubs === undefined ? undefined : path.resolve(cwd, flags.stubs),
  };
}

function places(): Option[] {
  return [
    new Option('--port <n>', 'port of the gate; the control address is the next one')
      .argParser(words.parsePort)
      .default(4020),
    new Option('--address <ip>', 'address on which it listens').default('127.0.0.1'),
  ];
}
