import { InvalidArgumentError } from 'commander';
import type { Endpoint } from '#api/operations';
import { type OtherPaths, otherPaths } from '../answers/desk.ts';
import { parseReplies, type Replies } from '../replies/rounds.ts';
import { grammar, parseSteps, type ReplyRule } from '../replies/sequences.ts';
import { type MinimumCoverage, parseLeast, parseOperations } from '../result/coverage.ts';

// What the words of the command line may be; each is read, or refused in one sentence.

/** Adds a value of an option that may be repeated. */
export function collectWords(word: string, before: readonly string[]): string[] {
  return [...before, word];
}

/** Parses a host name, in lower case. */
export function parseHost(text: string, before: readonly string[]): string[] {
  if (/^[\w-]+(?:\.[\w-]+)*$/.test(text)) return [...before, text.toLowerCase()];
  throw new InvalidArgumentError('Give a host name alone, such as api.example.com.');
}

/** Parses a host name, or `*.example.com` for all of a domain. */
export function parseHostPattern(text: string, before: readonly string[]): string[] {
  if (/^(?:\*?\.)?[\w-]+(?:\.[\w-]+)*$/.test(text)) return [...before, text.toLowerCase()];
  throw new InvalidArgumentError('Give a host name, or *.example.com for a domain.');
}

/** Parses kinds of reply. */
export function parseRepliesOption(text: string, before: readonly Replies[]): Replies[] {
  const parsed = parseReplies(text);
  if (parsed.length > 0) return [...before, ...parsed];
  throw new InvalidArgumentError('Give conformant, variation:<n>, variations or errors.');
}

/** `checkout-preferences=429;retry-after=1,ok` */
export function parseReplyRule(text: string, before: readonly ReplyRule[]): ReplyRule[] {
  const [, name = '', sequence = ''] = /^([\w-]+)=(.*)$/.exec(text) ?? [];
  const [endpoint] = parseOperations(name) ?? [];
  const steps = parseSteps(sequence);
  if (endpoint && steps) return [...before, { endpoint, steps }];
  throw new InvalidArgumentError(`Give OPERATION=SEQUENCE, a sequence being of ${grammar}.`);
}

/** Returns what requests for other paths are. */
export function parseOtherPathsOption(text: string): OtherPaths {
  const found = otherPaths.find((word) => word === text);
  if (found) return found;
  throw new InvalidArgumentError(`Give ${otherPaths.join(', ')}.`);
}

/** Names of operations between commas. */
export function parseOperationNames(text: string): Endpoint[] {
  const found = parseOperations(text);
  if (found) return found;
  throw new InvalidArgumentError('Give operations between commas, such as oauth-token,test-users.');
}

/** Parses a count of fields, or a percentage. */
export function parseFieldCount(text: string): MinimumCoverage['fields'] {
  const found = parseLeast(text);
  if (found) return found;
  throw new InvalidArgumentError('Give a number, or a part such as 60%.');
}

/** Parses a count of industries. */
export function parseCount(text: string): number {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a whole number.');
}

/** Parses seconds. */
export function parseSeconds(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give whole seconds from 1 up.');
}

/** Parses a port, 0 for any free one. */
export function parsePort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) < 65_535) return Number(text);
  throw new InvalidArgumentError('Give a port below 65535, or 0 for any free one.');
}
