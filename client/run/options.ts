import { isIP } from 'node:net';
import path from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { Endpoint } from '#api/operations';
import { parseMinimum } from '#results/gate';
import { environment } from '#run/context';
import { readJsonFile } from '#run/json-file';
import { describeCommandError, parseEndpoints } from '#run/process/command-errors';
import { PROGRAM } from '#run/process/program';
import { DEFAULT_HOST, DEFAULT_VARIABLE, type InterceptionMode, loopback } from '../interception/modes.ts';
import type { ResponseOptions } from '../responses/respond.ts';
import { grammar, parseReplies, parseReplyRule, type Replies, type ReplyRule } from '../responses/sequences.ts';
import type { Stub } from '../responses/store.ts';
import stubsSchema from '../responses/stubs.schema.json' with { type: 'json' };
import baselineSchema from '../result/baseline.schema.json' with { type: 'json' };
import { type GateBaseline, type MinimumCoverage, NO_MINIMUM } from '../result/result.ts';

export interface Flags
  extends Readonly<Partial<Record<'node' | 'baseUrl' | 'transparent', true>>>,
    Readonly<Record<'baseUrlVariable' | 'host' | 'allowHost' | 'keep', readonly string[]>>,
    Readonly<Record<'minIndustries' | 'timeout' | 'port', number>>,
    Pick<ResponseOptions, 'strict' | 'otherPaths' | 'keepCredentials' | 'errorsToClient'> {
  readonly replies: readonly Replies[];
  readonly reply: readonly ReplyRule[];
  readonly stubs?: readonly Stub[];
  readonly ignoreExit: boolean;
  readonly operations?: readonly Endpoint[];
  readonly require: readonly Endpoint[];
  readonly minFields: MinimumCoverage['fields'];
  readonly baseline?: GateBaseline;
  readonly address: string;
}

type Parser<T> = (text: string) => T | undefined;

/** Returns a parser for commander, which rejects what a parser returns undefined for. */
function createParser<T>(parse: Parser<T>, expected: string): (text: string) => T {
  return (text) => {
    const found = parse(text);
    if (found !== undefined) return found;
    throw new InvalidArgumentError(`Expected ${expected}.`);
  };
}

/** Returns a parser for an option that may be repeated; what a parser returns is added to the list. */
function createListParser<T>(parse: Parser<readonly T[]>, expected: string) {
  const parseOne = createParser(parse, expected);
  return (text: string, before: readonly T[]): T[] => [...before, ...parseOne(text)];
}

function option<T>(flags: string, about: string, preset: T, parse?: (text: string, before: T) => T): Option {
  const made = new Option(flags, about).default(preset, typeof preset === 'object' ? 'none' : undefined);
  return parse ? made.argParser(parse) : made;
}

const createPatternParser = (pattern: RegExp, expected: string) =>
  createListParser((text) => (pattern.test(text) ? [text.toLowerCase()] : undefined), expected);
const word = createListParser((text) => [text], 'a word');
const host = createPatternParser(/^[\w-]+(?:\.[\w-]+)*$/, 'a host name alone, such as api.example.com');
const domain = createPatternParser(/^(?:\*?\.)?[\w-]+(?:\.[\w-]+)*$/, 'a host name, or *.example.com for a domain');
const replies = createListParser(parseReplies, 'conformant, variation:<n>, variations or errors');
const rule = createListParser((text) => {
  const [name = '', steps = ''] = text.split(/=(.*)/s);
  const found = parseEndpoints(name).length === 1 ? parseReplyRule(name, steps) : undefined;
  return found && [found];
}, `OPERATION=SEQUENCE, a sequence being of ${grammar}`);
const number = (pattern: RegExp, expected: string) =>
  createParser((text) => (pattern.test(text) ? Number(text) : undefined), expected);
export const parseSeconds = number(/^[1-9]\d{0,5}$/, 'whole seconds from 1 up');
const parsePort = (text: string) => (/^\d{1,5}$/.test(text) && Number(text) < 65_535 ? Number(text) : undefined);
const localAddress = createParser(
  (text) => (text === 'localhost' || isIP(text) > 0 ? text : undefined),
  '127.0.0.1, or 0.0.0.0 for all interfaces',
);
const name = createListParser((text) => (/^[A-Za-z_]\w*$/.test(text) ? [text] : undefined), 'the name of a variable');

const hostOption = () => option('--host <name>', `a host of the API (${DEFAULT_HOST}); may be repeated`, [], host);
const strictOption = () => option('--strict', 'treat what the reference does not list as a breach', false);

/** Returns the options of `sdk` and `client` for the way to the client's requests. */
export function listInterceptionOptions(): Option[] {
  const variable = option('--base-url-variable <name>', 'name of a variable for the base URL', [], name);
  const allowed = option('--allow-host <name>', 'another host to allow; may be repeated', [], domain);
  return [
    new Option('--proxy', 'interception mode: an HTTPS proxy (default)').conflicts(['node', 'baseUrl', 'transparent']),
    new Option('--node', 'interception mode: a module that Node preloads').conflicts(['baseUrl', 'transparent']),
    new Option('--base-url', `interception mode: a base URL in ${DEFAULT_VARIABLE}`).conflicts(['transparent']),
    new Option('--transparent', 'interception mode: a network namespace in which every host is the gate (Linux)'),
    variable.implies({ baseUrl: true }).conflicts(['proxy', 'node', 'transparent']),
    hostOption(),
    allowed.conflicts(['transparent']),
  ];
}

function listReplyOptions(cwd: string): Option[] {
  const stubs = (file: string) => readJsonFile<Stub[]>(path.resolve(cwd, file), stubsSchema).value;
  return [
    option('--replies <kind>', 'conformant, variation:<n>, variations or errors; may be repeated', [], replies),
    option('--reply <rule>', 'a sequence of replies, checkout-preferences=500,ok; may be repeated', [], rule),
    option('--other-paths <what>', 'other operations of the API', 'breach').choices(['breach', 'note', 'answer']),
    new Option('--allow-other-paths', 'same as --other-paths note').implies({ otherPaths: 'note' }),
    new Option('--stubs <file>', 'responses to other paths').argParser(stubs).implies({ otherPaths: 'answer' }),
    option('--keep-credentials', 'forward credentials unchanged: see PROVIDER_STATES_URL', false),
    option('--keep <token>', 'a bearer token to forward unchanged; may be repeated', [], word),
    option('--errors-to-client', 'respond to a breach with 422 and the message', false),
  ];
}

function listJudgementOptions(cwd: string): Option[] {
  const baseline = (file: string) => readJsonFile<GateBaseline>(path.resolve(cwd, file), baselineSchema).value;
  return [
    strictOption(),
    option('--ignore-exit', 'ignore the exit code of the command', false),
    new Option('--operations <names>', 'operations of the SDK: coverage counts only these').argParser(parseEndpoints),
    option<Endpoint[]>('--require <operations>', 'required operations, separated by commas', [], parseEndpoints),
    option('--min-industries <n>', 'required number of industries', 0, number(/^\d{1,2}$/, 'a whole number')),
    option('--min-fields <n>', 'required number of fields, such as 40 or 60%', NO_MINIMUM.fields, parseMinimum),
    new Option('--baseline <file>', 'an earlier sdk.json: only new breaches or lost coverage fail').argParser(baseline),
    option('--timeout <seconds>', 'time limit of one run of the command', 600, parseSeconds),
  ];
}

export type GateCommandLine = ReturnType<typeof readOptions>;

/** Reads the command line; prints one sentence and exits with 2 if it is invalid. */
export function readOptions(argv: readonly string[], cwd: string) {
  const program = new Command(`${PROGRAM} sdk`)
    .description('Runs a command and checks its requests against the reference.')
    .usage('[options] -- COMMAND …')
    .argument('<command...>', 'runs the tests of the SDK')
    .passThroughOptions();
  const known = [...listInterceptionOptions(), ...listReplyOptions(cwd), ...listJudgementOptions(cwd)];
  const flags = parse(program, argv, known);
  const { ignoreExit, operations, baseline, timeout: timeoutSeconds } = flags;
  const [first = '', ...rest] = program.args;
  const command = { words: [first, ...rest] as const, cwd, timeoutSeconds };
  const rounds = flags.replies.length > 0 ? flags.replies : [0];
  const given = { inherited: environment(), ...readInterception(flags), ...readResponses(flags) };
  const minimum = { operations: flags.require, industries: flags.minIndustries, fields: flags.minFields };
  return { options: { ...given, replies: rounds, command }, ignoreExit, minimum, operations, baseline };
}

/** Parses a command line with options; exits with 2 if it is invalid. */
function parse(program: Command, argv: readonly string[], options: readonly Option[]): Flags {
  for (const one of options) program.addOption(one);
  program
    .configureOutput({ outputError: (text, write) => write(`${describeCommandError(text)}\n`) })
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
  return program.parse(argv, { from: 'user' }).opts<Flags>();
}

function readResponses({ reply, otherPaths, stubs = [], keep, strict, keepCredentials, errorsToClient }: Flags) {
  return { sequences: reply, otherPaths, stubs, keptTokens: keep, strict, keepCredentials, errorsToClient };
}

type Interception = Pick<Flags, 'node' | 'transparent' | 'baseUrl' | 'host' | 'baseUrlVariable' | 'allowHost'>;

/** Returns the way to the client's requests, and the hosts that it is for. */
export function readInterception(flags: Interception) {
  const { host, baseUrlVariable, allowHost: allowedHosts } = flags;
  const way = getMode(flags);
  const named = host.length > 0 ? host : [DEFAULT_HOST];
  const hosts = way === 'base-url' ? [...named, ...loopback] : named;
  return { way, hosts, allowedHosts, baseUrlVariables: [DEFAULT_VARIABLE, ...baseUrlVariable] };
}

function getMode({ node, transparent, baseUrl }: Interception): InterceptionMode {
  if (node) return 'node';
  if (transparent) return 'transparent';
  return baseUrl ? 'base-url' : 'proxy';
}

/** Reads `serve --port 4020 …`; prints one sentence and exits with 2 if it is invalid. */
export function readServeOptions(argv: readonly string[], cwd: string) {
  const about = 'Starts a gate that keeps running, for clients that start by themselves.';
  const portAbout = 'port of the gate, 0 for any free one; the control address is the next port';
  const places = [
    option('--port <n>', portAbout, 4020, createParser(parsePort, 'a whole number from 0 to 65534')),
    option('--address <ip>', 'address on which it listens', '127.0.0.1', localAddress),
  ];
  const options = [...places, hostOption(), ...listReplyOptions(cwd), strictOption()];
  const flags = parse(new Command(`${PROGRAM} sdk serve`).description(about), argv, options);
  const { port, address, host } = flags;
  return { ...readResponses(flags), hosts: [DEFAULT_HOST, ...loopback, ...host], port, address };
}
