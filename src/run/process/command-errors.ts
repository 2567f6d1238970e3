import { InvalidArgumentError } from 'commander';
import { distance } from 'fastest-levenshtein';
import { type Endpoint, endpoints, isEndpoint } from '#api/operations';

/** Returns the message for a wrong command line from that of Commander: the problem, then the next step. */
export function describeCommandError(text: string): string {
  const message = text.replace(/^error: /, '').trim();
  const [first = '', suggestion = ''] = message.split('\n');
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
  return names.find((known) => known !== word && isNear(word.toUpperCase(), known.toUpperCase()));
}

/** Returns true if two names differ in underscores, in one letter, or in the order of letters by two. */
export function isNear(name: string, known: string): boolean {
  const [a = '', b = ''] = [name, known].map((text) => text.toUpperCase().replaceAll('_', ''));
  const isReordered = [...a].sort().join() === [...b].sort().join();
  return a === b || (name === name.toUpperCase() && known.length >= 5 && distance(a, b) <= (isReordered ? 2 : 1));
}

/** Parses endpoints between commas. */
export function parseEndpoints(text: string): Endpoint[] {
  return text.split(',').map((part) => {
    const name = part.trim();
    if (isEndpoint(name)) return name;
    throw new InvalidArgumentError(`Unknown operation ${JSON.stringify(name)}. ${suggest(name, endpoints)}`);
  });
}

/** Returns the message for a port or an address on which a server cannot listen; undefined for another error. */
export function describeListenError(error: unknown): string | undefined {
  const { code, port, address, hostname }: Readonly<Record<string, unknown>> = Object(error);
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Use another port, or 0 for any free one.`;
  if (code !== 'EADDRNOTAVAIL' && code !== 'ENOTFOUND') return undefined;
  return `--address is "${address ?? hostname}", which is not a local address. Use 127.0.0.1, or 0.0.0.0 for all interfaces.`;
}
