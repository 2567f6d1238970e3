import { Option } from 'commander';
import type { Endpoint } from '#api/operations';
import type { OtherPaths } from '../answers/desk.ts';
import type { Replies } from '../replies/rounds.ts';
import type { ReplyRule } from '../replies/sequences.ts';
import { type MinimumCoverage, NO_MINIMUM } from '../result/coverage.ts';
import * as words from './option-parsers.ts';

/** Describes what the options of a command line come to. */
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
}

/** Names the default host of the API. */
export const DEFAULT_HOST = 'api.mercadopago.com';

/** Names the variable of the base URL; options add others. */
export const DEFAULT_VARIABLE = 'MP_BASE_URL';

/** Returns the options of interception. */
export function listInterceptionOptions(): Option[] {
  const gathered = (flags: string, about: string) => new Option(flags, about).argParser(words.collectWords).default([]);
  return [
    new Option('--proxy', 'interception mode: an HTTPS proxy (default)').conflicts(['node', 'baseUrl', 'transparent']),
    new Option('--node', 'interception mode: a module that Node loads first').conflicts(['baseUrl', 'transparent']),
    new Option('--base-url', `interception mode: a base URL in ${DEFAULT_VARIABLE}`).conflicts(['transparent']),
    new Option('--transparent', 'interception mode: a network namespace in which every host is the gate (Linux)'),
    gathered('--base-url-variable <name>', 'another variable for the base URL')
      .implies({ baseUrl: true })
      .conflicts(['proxy', 'node', 'transparent']),
    createHostOption(),
    new Option('--allow-host <name>', 'a host that may be reached, such as a registry; may be repeated')
      .argParser(words.parseHostPattern)
      .default([])
      .conflicts(['transparent']),
  ];
}

/** Returns what clients are answered. */
export function listReplyOptions(): Option[] {
  return [
    new Option('--replies <kind>', 'conformant, variation:<n>, variations or errors; may be repeated')
      .argParser(words.parseRepliesOption)
      .default([]),
    new Option('--reply <rule>', 'a sequence of replies, checkout-preferences=500,ok; may be repeated')
      .argParser(words.parseReplyRule)
      .default([]),
    new Option('--other-paths <what>', 'other operations of the API: breach, note, or answer')
      .argParser(words.parseOtherPathsOption)
      .default('breach'),
    new Option('--allow-other-paths', 'the same as --other-paths note'),
    new Option('--stubs <file>', 'answers to other paths').implies({ otherPaths: 'answer' }),
    new Option('--keep-credentials', 'send credentials on as they are: see PROVIDER_STATES_URL').default(false),
    new Option('--keep <token>', 'a bearer token that is sent on as it is; may be repeated')
      .argParser(words.collectWords)
      .default([]),
    new Option('--errors-to-client', 'answer a breach with 422 and the message').default(false),
  ];
}

/** Returns what a run is judged by. */
export function listJudgementOptions(): Option[] {
  return [
    createStrictOption(),
    new Option('--ignore-exit', 'ignore the exit code of the command').default(false),
    new Option('--require <operations>', 'operations that have to be exercised, separated by commas')
      .argParser(words.parseOperationNames)
      .default([]),
    new Option('--min-industries <n>', 'how many industries preferences have to cover')
      .argParser(words.parseCount)
      .default(0),
    new Option('--min-fields <n>', 'how many fields have to be sent, 40 or 60%')
      .argParser(words.parseFieldCount)
      .default(NO_MINIMUM.fields),
    new Option('--baseline <file>', 'the sdk.json of an earlier run: only new breaches fail, and what is lost'),
    new Option('--timeout <seconds>', 'how long one run of the command may take')
      .argParser(words.parseSeconds)
      .default(600),
  ];
}

/** Returns the hosts that are the API. */
export function createHostOption(): Option {
  return new Option('--host <name>', `a host of the API (${DEFAULT_HOST}); may be repeated`)
    .argParser(words.parseHost)
    .default([]);
}

/** Returns what the reference does not list weighs as a breach. */
export function createStrictOption(): Option {
  return new Option('--strict', 'treat what the reference does not list as a breach').default(false);
}
