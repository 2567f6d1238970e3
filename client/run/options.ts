import path from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { Endpoint } from '#api/operations';
import { environment } from '#run/context';
import { parseOperations } from '../contract/check.ts';
import { DEFAULT_HOST, DEFAULT_VARIABLE, type InterceptionMode, loopback } from '../interception/modes.ts';
import type { OtherPaths } from '../responses/respond.ts';
import { grammar, parseReplies, parseReplyRule, type Replies, type ReplyRule } from '../responses/sequences.ts';
import { type MinimumCoverage, NO_MINIMUM } from '../result/result.ts';

/** Describes the parsed options of a command line. */
export interface Flags {
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
  readonly minFields: MinimumCoverage['fields'];
  readonly baseline?: string;
  readonly timeout: number;
  readonly port: number;
  readonly address: string;
}

type Parser<T> = (text: string) => T | undefined;

/** Returns a parser for commander, which rejects what a parser returns undefined for. */
function parsing<T>(parse: Parser<T>, expected: string): (text: string) => T {
  return (text) => {
    const found = parse(text);
    if (found !== undefined) return found;
    throw new InvalidArgumentError(`Expected ${expected}.`);
  };
}

/** Returns a parser for an option that may be repeated. */
function collecting<T>(parse: Parser<T>, expected: string) {
  const parseOne = parsing(parse, expected);
  return (text: string, before: readonly T[]): T[] => [...before, parseOne(text)];
}

function option<T>(flags: string, about: string, preset: T, parse?: (text: string, before: T) => T): Option {
  const made = new Option(flags, about).default(preset, typeof preset === 'object' ? 'none' : undefined);
  return parse ? made.argParser(parse) : made;
}

const matching =
  (pattern: RegExp): Parser<string> =>
  (text) =>
    pattern.test(text) ? text.toLowerCase() : undefined;
const word = collecting((text) => text, 'a word');
const host = collecting(matching(/^[\w-]+(?:\.[\w-]+)*$/), 'a host name alone, such as api.example.com');
const hostPattern = collecting(
  matching(/^(?:\*?\.)?[\w-]+(?:\.[\w-]+)*$/),
  'a host name, or *.example.com for a domain',
);
const repliesOption = parsing(parseReplies, 'conformant, variation:<n>, variations or errors');
const rule = collecting((text) => {
  const [name = '', steps = ''] = text.split(/=(.*)/s);
  return parseReplyRule(name, steps);
}, `OPERATION=SEQUENCE, a sequence being of ${grammar}`);
const number = (pattern: RegExp, expected: string) =>
  parsing((text) => (pattern.test(text) ? Number(text) : undefined), expected);

/** Parses whole seconds. */
export const parseSeconds = number(/^[1-9]\d{0,5}$/, 'whole seconds from 1 up');

function parseLeast(text: string): MinimumCoverage['fields'] | undefined {
  const [, least, sign] = /^(\d+)(%?)$/.exec(text) ?? [];
  return least === undefined ? undefined : { least: Number(least), percent: sign === '%' };
}

const hostOption = () => option('--host <name>', `a host of the API (${DEFAULT_HOST}); may be repeated`, [], host);
const strictOption = () => option('--strict', 'treat what the reference does not list as a breach', false);

/** Returns the options of interception. */
export function listInterceptionOptions(): Option[] {
  return [
    new Option('--proxy', 'interception mode: an HTTPS proxy (default)').conflicts(['node', 'baseUrl', 'transparent']),
    new Option('--node', 'interception mode: a module that Node loads first').conflicts(['baseUrl', 'transparent']),
    new Option('--base-url', `interception mode: a base URL in ${DEFAULT_VARIABLE}`).conflicts(['transparent']),
    new Option('--transparent', 'interception mode: a network namespace in which every host is the gate (Linux)'),
    option('--base-url-variable <name>', 'another variable for the base URL', [], word)
      .implies({ baseUrl: true })
      .conflicts(['proxy', 'node', 'transparent']),
    hostOption(),
    option(
      '--allow-host <name>',
      'a host that may be reached, such as a registry; may be repeated',
      [],
      hostPattern,
    ).conflicts(['transparent']),
  ];
}

function listReplyOptions(): Option[] {
  return [
    option<Replies[]>(
      '--replies <kind>',
      'conformant, variation:<n>, variations or errors; may be repeated',
      [],
      (text, before) => [...before, ...repliesOption(text)],
    ),
    option('--reply <rule>', 'a sequence of replies, checkout-preferences=500,ok; may be repeated', [], rule),
    option('--other-paths <what>', 'other operations of the API', 'breach').choices(['breach', 'note', 'answer']),
    new Option('--allow-other-paths', 'the same as --other-paths note'),
    new Option('--stubs <file>', 'responses to other paths').implies({ otherPaths: 'answer' }),
    option('--keep-credentials', 'send credentials on as they are: see PROVIDER_STATES_URL', false),
    option('--keep <token>', 'a bearer token that is sent on as it is; may be repeated', [], word),
    option('--errors-to-client', 'respond to a breach with 422 and the message', false),
  ];
}

function listJudgementOptions(): Option[] {
  const operations = parsing(parseOperations, 'operations between commas, such as oauth-token,test-users');
  const least = parsing(parseLeast, 'a number, or a percentage such as 60%');
  const { fields } = NO_MINIMUM;
  return [
    strictOption(),
    option('--ignore-exit', 'ignore the exit code of the command', false),
    option<Endpoint[]>('--require <operations>', 'required operations, separated by commas', [], operations),
    option('--min-industries <n>', 'required number of industries', 0, number(/^\d{1,2}$/, 'a whole number')),
    option('--min-fields <n>', 'required number of fields, 40 or 60%', fields, least),
    new Option('--baseline <file>', 'the sdk.json of an earlier run: only new breaches and lost coverage fail'),
    option('--timeout <seconds>', 'time limit of one run of the command', 600, parseSeconds),
  ];
}

/** Describes the command line of the gate. */
export type GateCommandLine = ReturnType<typeof readOptions>;

/** Reads the command line; prints one sentence and exits with 2 if it is invalid. */
export function readOptions(argv: readonly string[], cwd: string) {
  const program = new Command('sdk')
    .description('Runs a command and checks its requests against the reference.')
    .usage('[options] -- COMMAND …')
    .argument('<command...>', 'runs the tests of the SDK')
    .passThroughOptions();
  const flags = parse(program, argv, [...listInterceptionOptions(), ...listReplyOptions(), ...listJudgementOptions()]);
  const [first = '', ...rest] = program.args;
  const inFolder = (file: string | undefined) => (file === undefined ? undefined : path.resolve(cwd, file));
  return {
    options: {
      inherited: environment(),
      ...readInterception(flags),
      ...readResponses(flags),
      replies: flags.replies.length > 0 ? flags.replies : [0],
      command: { words: [first, ...rest] as const, cwd, timeoutSeconds: flags.timeout },
    },
    ignoreExit: flags.ignoreExit,
    minimum: { operations: flags.require, industries: flags.minIndustries, fields: flags.minFields },
    baseline: inFolder(flags.baseline),
    stubs: inFolder(flags.stubs),
  };
}

/** Parses a command line with options; exits with 2 if it is invalid. */
function parse(program: Command, argv: readonly string[], options: readonly Option[]): Flags {
  for (const one of options) program.addOption(one);
  program.showSuggestionAfterError(false).exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
  return program.parse(argv, { from: 'user' }).opts<Flags>();
}

function readResponses({ reply, otherPaths, allowOtherPaths, keep, strict, keepCredentials, errorsToClient }: Flags) {
  const paths: OtherPaths = allowOtherPaths ? 'note' : otherPaths;
  return { sequences: reply, otherPaths: paths, keptTokens: keep, strict, keepCredentials, errorsToClient };
}

type Interception = Pick<Flags, 'node' | 'transparent' | 'baseUrl' | 'host' | 'baseUrlVariable' | 'allowHost'>;

/** Returns the interception mode and the hosts of a command line. */
export function readInterception({ node, transparent, baseUrl, host, baseUrlVariable, allowHost }: Interception) {
  const way: InterceptionMode = node ? 'node' : transparent ? 'transparent' : baseUrl ? 'base-url' : 'proxy';
  const hosts = host.length > 0 ? host : [DEFAULT_HOST];
  return {
    way,
    baseUrlVariables: [DEFAULT_VARIABLE, ...baseUrlVariable],
    hosts: way === 'base-url' ? [...hosts, ...loopback] : hosts,
    allowedHosts: allowHost,
  };
}

/** Reads `serve --port 4020 …`; prints one sentence and exits with 2 if it is invalid. */
export function readServeOptions(argv: readonly string[], cwd: string) {
  const about = 'Starts a gate that keeps running, for clients that start by themselves.';
  const port = parsing(
    (text) => (/^\d{1,5}$/.test(text) && Number(text) < 65_535 ? Number(text) : undefined),
    'a port below 65535',
  );
  const places = [
    option('--port <n>', 'port of the gate, 0 for any free one; the control address is the next port', 4020, port),
    option('--address <ip>', 'address on which it listens', '127.0.0.1'),
  ];
  const options = [...places, hostOption(), ...listReplyOptions(), strictOption()];
  const flags = parse(new Command('sdk serve').description(about), argv, options);
  return {
    options: {
      ...readResponses(flags),
      hosts: [DEFAULT_HOST, ...loopback, ...flags.host],
      port: flags.port,
      address: flags.address,
    },
    stubs: flags.stubs === undefined ? undefined : path.resolve(cwd, flags.stubs),
  };
}
