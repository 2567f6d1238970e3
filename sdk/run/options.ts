import path from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { parseReplies, type Replies } from '../answers/rounds.ts';
import type { Way } from '../entrance/ways.ts';
import type { GateOptions } from './gate.ts';

interface Flags {
  readonly proxy?: true;
  readonly node?: true;
  readonly baseUrl?: true;
  readonly baseUrlVariable: readonly string[];
  readonly host: readonly string[];
  readonly replies: readonly Replies[];
  readonly strict: boolean;
  readonly allowOtherPaths: boolean;
  readonly keepCredentials: boolean;
  readonly baseline?: string;
  readonly timeout: number;
}

/** What the command line asks for. */
export interface Asked {
  readonly options: GateOptions;
  readonly baseline: string | undefined;
}

const usualHost = 'api.mercadopago.com';
const usualVariable = 'MP_BASE_URL';
const loopback = ['localhost', '127.0.0.1'];

/** Reads the command line; prints one sentence and exits with 2 where it is wrong. */
export function readOptions(words: readonly string[], cwd: string): Asked {
  const program = new Command('sdk')
    .description('Runs a command, holds its requests against the contract, and passes where all conform.')
    .usage('[options] -- COMMAND …')
    .argument('<command...>', 'what runs the tests of the SDK')
    .addOption(
      new Option('--proxy', 'the way in: an HTTPS proxy (the usual one)').conflicts(['node', 'baseUrl']),
    )
    .addOption(new Option('--node', 'the way in: a module that Node loads first').conflicts(['baseUrl']))
    .option('--base-url', `the way in: a base URL in ${usualVariable}`)
    .addOption(
      new Option('--base-url-variable <name>', 'another variable for the base URL')
        .argParser(gathered)
        .default([])
        .implies({ baseUrl: true })
        .conflicts(['proxy', 'node']),
    )
    .option('--host <name>', `a host of the API (${usualHost}); may be repeated`, host, [])
    .option(
      '--replies <kind>',
      'conformant, variation:<n>, variations or errors; may be repeated',
      replies,
      [],
    )
    .option('--strict', 'what the reference does not list is a breach', false)
    .option('--allow-other-paths', 'requests for other operations of the API are no breaches', false)
    .option('--keep-credentials', 'send credentials on as they are: see PROVIDER_STATES_URL', false)
    .option('--baseline <file>', 'the sdk.json of an earlier run: only new breaches fail')
    .option('--timeout <seconds>', 'how long one run of the command may take', seconds, 600)
    .passThroughOptions()
    .showSuggestionAfterError(false)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
  program.parse(words, { from: 'user' });
  return asked(program.opts<Flags>(), program.args, cwd);
}

function asked(flags: Flags, [first = '', ...rest]: readonly string[], cwd: string): Asked {
  const way: Way = flags.node ? 'node' : flags.baseUrl ? 'base-url' : 'proxy';
  const { strict, allowOtherPaths, keepCredentials, timeout, baseline } = flags;
  const hosts = flags.host.length > 0 ? flags.host : [usualHost];
  const options: GateOptions = {
    way,
    baseUrlVariables: [usualVariable, ...flags.baseUrlVariable],
    hosts: way === 'base-url' ? [...hosts, ...loopback] : hosts,
    replies: flags.replies.length > 0 ? flags.replies : [0],
    strict,
    allowOtherPaths,
    keepCredentials,
    command: { words: [first, ...rest], cwd, timeoutSeconds: timeout },
  };
  return { options, baseline: baseline === undefined ? undefined : path.resolve(cwd, baseline) };
}

function gathered(word: string, before: readonly string[]): string[] {
  return [...before, word];
}

function host(text: string, before: readonly string[]): string[] {
  if (/^[\w-]+(?:\.[\w-]+)*$/.test(text)) return [...before, text.toLowerCase()];
  throw new InvalidArgumentError('Give a host name alone, such as api.example.com.');
}

function replies(text: string, before: readonly Replies[]): Replies[] {
  const parsed = parseReplies(text);
  if (parsed.length === 0)
    throw new InvalidArgumentError('Give conformant, variation:<n>, variations or errors.');
  return [...before, ...parsed];
}

function seconds(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give whole seconds from 1 up.');
}
