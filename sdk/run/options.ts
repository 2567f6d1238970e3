import path from 'node:path';
import { Command, Option } from 'commander';
import type { Endpoint } from '../../suite/core/operations.ts';
import type { OtherPaths } from '../answers/desk.ts';
import type { Way } from '../entrance/ways.ts';
import type { Replies } from '../replies/rounds.ts';
import type { ReplyRule } from '../replies/sequences.ts';
import { type Floor, noFloor } from '../result/floor.ts';
import { usualOptions } from './gate.ts';
import type { PlayOptions } from './play.ts';
import * as words from './words.ts';

interface Flags {
  readonly node?: true;
  readonly baseUrl?: true;
  readonly transparent?: true;
  readonly baseUrlVariable: readonly string[];
  readonly host: readonly string[];
  readonly allowHost: readonly string[];
  readonly replies: readonly Replies[];
  readonly reply: readonly ReplyRule[];
  readonly strict: boolean;
  readonly otherPaths: OtherPaths;
  readonly allowOtherPaths?: true;
  readonly stubs?: string;
  readonly keepCredentials: boolean;
  readonly keep: readonly string[];
  readonly errorsToClient: boolean;
  readonly ignoreExit: boolean;
  readonly require: readonly Endpoint[];
  readonly minIndustries: number;
  readonly minFields: Floor['fields'];
  readonly baseline?: string;
  readonly timeout: number;
}

/** What the command line asks for. */
export interface Asked {
  readonly options: PlayOptions;
  readonly ignoreExit: boolean;
  readonly floor: Floor;
  /** Files that are read before anything starts. */
  readonly baseline: string | undefined;
  readonly stubs: string | undefined;
}

const usualHost = 'api.mercadopago.com';
const usualVariable = 'MP_BASE_URL';
const loopback = ['localhost', '127.0.0.1', '::1'];

/** Reads the command line; prints one sentence and exits with 2 where it is wrong. */
export function readOptions(argv: readonly string[], cwd: string): Asked {
  const program = new Command('sdk')
    .description('Runs a command, holds its requests against the contract, and passes where all conform.')
    .usage('[options] -- COMMAND …')
    .argument('<command...>', 'what runs the tests of the SDK');
  for (const option of [...waysIn(), ...answers(), ...judgements()]) program.addOption(option);
  program
    .passThroughOptions()
    .showSuggestionAfterError(false)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .parse(argv, { from: 'user' });
  return asked(program.opts<Flags>(), program.args, cwd);
}

function waysIn(): Option[] {
  const gathered = (flags: string, about: string) =>
    new Option(flags, about).argParser(words.gathered).default([]);
  return [
    new Option('--proxy', 'the way in: an HTTPS proxy (the usual one)').conflicts([
      'node',
      'baseUrl',
      'transparent',
    ]),
    new Option('--node', 'the way in: a module that Node loads first').conflicts(['baseUrl', 'transparent']),
    new Option('--base-url', `the way in: a base URL in ${usualVariable}`).conflicts(['transparent']),
    new Option('--transparent', 'the way in: a network of its own in which the API is this machine (Linux)'),
    gathered('--base-url-variable <name>', 'another variable for the base URL')
      .implies({ baseUrl: true })
      .conflicts(['proxy', 'node', 'transparent']),
    new Option('--host <name>', `a host of the API (${usualHost}); may be repeated`)
      .argParser(words.host)
      .default([]),
    new Option('--allow-host <name>', 'a host that may be reached, such as a registry; may be repeated')
      .argParser(words.hostPattern)
      .default([])
      .conflicts(['transparent']),
  ];
}

function answers(): Option[] {
  return [
    new Option('--replies <kind>', 'conformant, variation:<n>, variations or errors; may be repeated')
      .argParser(words.replies)
      .default([]),
    new Option('--reply <rule>', 'a sequence of replies, checkout-preferences=500,ok; may be repeated')
      .argParser(words.replyRule)
      .default([]),
    new Option('--other-paths <what>', 'other operations of the API: breach, note, or answer')
      .argParser(words.others)
      .default('breach'),
    new Option('--allow-other-paths', 'the same as --other-paths note'),
    new Option('--stubs <file>', 'answers to other paths').implies({ otherPaths: 'answer' }),
    new Option('--keep-credentials', 'send credentials on as they are: see PROVIDER_STATES_URL').default(
      false,
    ),
    new Option('--keep <token>', 'a bearer token that is sent on as it is; may be repeated')
      .argParser(words.gathered)
      .default([]),
    new Option('--errors-to-client', 'answer a breach with 422 and its sentence').default(false),
  ];
}

function judgements(): Option[] {
  return [
    new Option('--strict', 'what the reference does not list is a breach').default(false),
    new Option('--ignore-exit', 'the exit code of the command fails nothing').default(false),
    new Option('--require <operations>', 'operations that have to be exercised, between commas')
      .argParser(words.operationNames)
      .default([]),
    new Option('--min-industries <n>', 'of how many industries preferences have to be')
      .argParser(words.count)
      .default(0),
    new Option('--min-fields <n>', 'how many fields have to be sent, 40 or 60%')
      .argParser(words.leastFields)
      .default(noFloor.fields),
    new Option(
      '--baseline <file>',
      'the sdk.json of an earlier run: only new breaches fail, and what is lost',
    ),
    new Option('--timeout <seconds>', 'how long one run of the command may take')
      .argParser(words.seconds)
      .default(600),
  ];
}

function asked(flags: Flags, [first = '', ...rest]: readonly string[], cwd: string): Asked {
  const inFolder = (file: string | undefined) => (file === undefined ? undefined : path.resolve(cwd, file));
  return {
    options: {
      ...usualOptions,
      ...ways(flags),
      replies: flags.replies.length > 0 ? flags.replies : [0],
      sequences: flags.reply,
      strict: flags.strict,
      otherPaths: flags.allowOtherPaths ? 'note' : flags.otherPaths,
      keepCredentials: flags.keepCredentials,
      keptTokens: flags.keep,
      errorsToClient: flags.errorsToClient,
      command: { words: [first, ...rest], cwd, timeoutSeconds: flags.timeout },
    },
    ignoreExit: flags.ignoreExit,
    floor: { operations: flags.require, industries: flags.minIndustries, fields: flags.minFields },
    baseline: inFolder(flags.baseline),
    stubs: inFolder(flags.stubs),
  };
}

function ways({ node, transparent, baseUrl, host, baseUrlVariable, allowHost }: Flags) {
  const way: Way = node ? 'node' : transparent ? 'transparent' : baseUrl ? 'base-url' : 'proxy';
  const hosts = host.length > 0 ? host : [usualHost];
  return {
    way,
    baseUrlVariables: [usualVariable, ...baseUrlVariable],
    hosts: way === 'base-url' ? [...hosts, ...loopback] : hosts,
    allowedHosts: allowHost,
  };
}
