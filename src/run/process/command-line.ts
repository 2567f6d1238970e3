import { InvalidArgumentError } from 'commander';
import { distance } from 'fastest-levenshtein';
import { escapeControls } from '#api/escape-controls';
import { type Endpoint, endpoints, isEndpoint } from '#api/operations';
import options from './playwright-options.json' with { type: 'json' };

/** Selects tests; of the others some take a value, which is no test file, and of these some work without it. */
const selecting: ReadonlySet<string> = new Set(options.selecting);
const takingValue: ReadonlySet<string> = new Set(options.takingValue);
const withoutValue: ReadonlySet<string> = new Set(options.withoutValue);
const optionalValue: ReadonlySet<string> = new Set(options.optionalValue);

export function isPlaywrightOption(option: string): boolean {
  return [selecting, takingValue, withoutValue].some((names) => names.has(option));
}

/** Returns the message for an option of Playwright without its value, or with a value that it does not take. */
export function describeWrongValue(words: readonly string[]): string | undefined {
  const messages = words.map((word, at) => {
    const name = getName(word);
    const [value, next = ''] = word.includes('=') ? [word.slice(name.length + 1)] : [undefined, words[at + 1]];
    if (withoutValue.has(name) || name === '--last-failed')
      return value === undefined ? undefined : `${name} is "${value}", but it takes no value. Use ${name}.`;
    const takesOne = (takingValue.has(name) || selecting.has(name)) && !optionalValue.has(name);
    const isMissing = takesOne && (value ?? (isPlaywrightOption(getName(next)) ? '' : next)) === '';
    return isMissing ? `${name} has no value. Use ${name} <value>.` : undefined;
  });
  return messages.find((message) => message !== undefined);
}

/** Returns the message for a wrong command line from that of Commander: the problem, then the next step. */
export function describeCommandError(text: string): string {
  const [first = '', suggestion = ''] = text
    .replace(/^error: /, '')
    .trim()
    .split('\n');
  const wrongValue = describeOptionError(first);
  if (wrongValue !== undefined) return wrongValue;
  const [, kind, word = ''] = /^(unknown (?:command|option)) '(.*)'$/.exec(first) ?? [];
  const [, meant] = /^\(Did you mean (.*)\?\)$/.exec(suggestion) ?? [];
  const what = kind === undefined ? first.replace(/\.$/, '').replace(' but got ', ', actual: ') : `${kind} ${word}`;
  const sentence = `${what.charAt(0).toUpperCase()}${what.slice(1)}.`;
  if (meant !== undefined) return `${sentence} Did you mean ${meant}?`;
  return /\b(?:Use|Expected|Give|Did you mean)\b/.test(sentence) ? sentence : `${sentence} Use --help.`;
}

/** Returns the message for an option without its value, or for an option or argument whose value is invalid. */
function describeOptionError(text: string): string | undefined {
  const [, flags = ''] = /^option '(.*)' argument missing$/.exec(text) ?? [];
  const flag = flags.replace(/^-\w, |^--[\w-]+, /, '');
  if (flag !== '') return `${flag.split(' ', 1)[0]} has no value. Use ${flag}.`;
  const ofOption = /^option '(?:.*, )?(--[\w-]+).*?' argument '(.*)' is invalid\. (.*)$/.exec(text);
  const ofArgument = /^command-argument value '(.*)' is invalid for argument '(.*)'\. (.*)$/.exec(text);
  const [name, value, next] = ofOption?.slice(1) ?? [ofArgument?.[2], ofArgument?.[1], ofArgument?.[3]];
  const step = next?.replace(/^Allowed choices are (.*)\.$/, (_, all: string) => suggest(value ?? '', all.split(', ')));
  return step === undefined ? undefined : `${name} is "${value}". ${step}`;
}

/** Returns the next step for an unknown word: the name that it nearly is, or all names. */
function suggest(word: string, names: readonly string[]): string {
  const near = findNear(word, names);
  return near === undefined ? `Expected one of ${names.join(', ')}.` : `Did you mean ${near}?`;
}

/** Returns another name that a word nearly is. */
export function findNear(word: string, names: readonly string[]): string | undefined {
  return names.find((own) => own !== word && isNear(word.toUpperCase(), own.toUpperCase()));
}

/** Returns true if two names differ in underscores, in one letter, or in the order of letters by two. */
export function isNear(name: string, own: string): boolean {
  const [a = '', b = ''] = [name, own].map((text) => text.toUpperCase().replaceAll('_', ''));
  const isReordered = [...a].sort().join() === [...b].sort().join();
  return a === b || (name === name.toUpperCase() && own.length >= 5 && distance(a, b) <= (isReordered ? 2 : 1));
}

/** Parses endpoints between commas. */
export function parseEndpoints(text: string): Endpoint[] {
  return text.split(',').map((part) => {
    const name = part.trim();
    if (isEndpoint(name)) return name;
    throw new InvalidArgumentError(`Unknown operation ${JSON.stringify(name)}. ${suggest(name, endpoints)}`);
  });
}

const ofMachine: ReadonlySet<string> = new Set(['--shard', '--workers', '-j']);

/** Returns the words of the user on the command line of a run, without the path of the configuration. */
export function getUserArguments(argv: readonly string[]): string[] {
  return argv.slice(2).filter((word) => !word.startsWith('--config='));
}

/** Returns the values of an option, written as `--grep=x` or as `--grep x`. */
export function getOptionValues(words: readonly string[], option: string): string[] {
  return words.flatMap((word, at) => {
    if (word === option) return words[at + 1] ?? [];
    return word.startsWith(`${option}=`) ? [word.slice(option.length + 1)] : [];
  });
}

/** Returns true if an option is set, with a value or without. */
export function hasOption(words: readonly string[], option: string): boolean {
  return words.some((word) => getName(word) === option);
}

/** Returns the reporters that replace those of the configuration. */
export function getReporters(words: readonly string[]): string[] {
  return getOptionValues(words, '--reporter').flatMap((list) => list.split(','));
}

/** Returns true if the run only lists its tests. */
export function onlyLists(words: readonly string[] = process.argv): boolean {
  return hasOption(words, '--list');
}

/** Returns true if a command line runs some of the tests: by an option, or by the place of a file. */
export function selectsSomeTests([command, ...words]: readonly string[]): boolean {
  if (command !== 'test') return false;
  return words.some(
    (word, at) => selecting.has(getName(word)) || !(word.startsWith('-') || takingValue.has(words[at - 1] ?? '')),
  );
}

/** Returns a command line without what differs between machines: the subcommand, the shard and the workers. */
export function removeShardOption(argv: readonly string[]): string[] {
  const words = argv.slice(argv[0] === 'test' ? 1 : 0);
  return words.filter((word, at) => !ofMachine.has(getName(word)) && !ofMachine.has(words[at - 1] ?? ''));
}

function getName(word: string): string {
  return word.split('=', 1)[0] ?? '';
}

/** Prints a text that may hold text of others. */
export function print(text: string): void {
  process.stdout.write(`${escapeControls(text)}\n`);
}

/** Returns the message of whatever was thrown. */
export function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the message for a port or an address on which a server cannot listen; undefined for another error. */
export function describeListenError(error: unknown): string | undefined {
  const { code, port, address, hostname }: Readonly<Record<string, unknown>> = Object(error);
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Use another port, or 0 for any free one.`;
  if (code !== 'EADDRNOTAVAIL' && code !== 'ENOTFOUND') return undefined;
  return `--address is "${address ?? hostname}", which is not a local address. Use 127.0.0.1, or 0.0.0.0 for all interfaces.`;
}

/** Prints an error that may hold text of others. */
export function printError(text: string): void {
  process.stderr.write(`${escapeControls(text)}\n`);
}

/** Calls `then` when the output cannot be written (a closed pipe, a full disk), and reports that on stderr. */
export function handleOutputError(then: () => void): void {
  process.stdout.once('error', ({ code, message }: NodeJS.ErrnoException) => {
    process.stdout.on('error', () => {}); // what is written after it is lost too
    const why = code === 'EPIPE' ? 'its reader closed the pipe' : message;
    process.stderr.write(`The output is incomplete: ${why}.\n`, then);
  });
}
