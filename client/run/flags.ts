import { Option } from 'commander';
import type { Endpoint } from '#api/operations';
import type { OtherPaths } from '../answers/desk.ts';
import type { Replies } from '../replies/rounds.ts';
import type { ReplyRule } from '../replies/sequences.ts';
import { type Floor, noFloor } from '../result/coverage.ts';
import * as words from './words.ts';

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
  readonly minFields: Floor['fields'];
  readonly baseline?: string;
  readonly timeout: number;
}

/** The API's host, where none is said. */
export const usualHost = 'api.mercadopago.com';

/** The variable of the base URL, besides those that are said. */
export const usualVariable = 'MP_BASE_URL';

/** The ways in, and what is let out. */
export function waysIn(): Option[] {
  const gathered = (flags: string, about: string) => new Option(flags, about).argParser(words.gathered).default([]);
  return [
    new Option('--proxy', 'the way in: an HTTPS proxy (the usual one)').conflicts(['node', 'baseUrl', 'transparent']),
    new Option('--node', 'the way in: a module that Node loads first').conflicts(['baseUrl', 'transparent']),
    new Option('--base-url', `the way in: a base URL in ${usualVariable}`).conflicts(['transparent']),
    new Option('--transparent', 'the way in: a network of its own in which the API is this machine (Linux)'),
    gathered('--base-url-variable <name>', 'another variable for the base URL')
      .implies({ baseUrl: true })
      .conflicts(['proxy', 'node', 'transparent']),
    hostOption(),
    new Option('--allow-host <name>', 'a host that may be reached, such as a registry; may be repeated')
      .argParser(words.hostPattern)
      .default([])
      .conflicts(['transparent']),
  ];
}

/** Returns what clients are answered. */
export function answers(): Option[] {
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
    new Option('--keep-credentials', 'send credentials on as they are: see PROVIDER_STATES_URL').default(false),
    new Option('--keep <token>', 'a bearer token that is sent on as it is; may be repeated')
      .argParser(words.gathered)
      .default([]),
    new Option('--errors-to-client', 'answer a breach with 422 and its sentence').default(false),
  ];
}

/** Returns what a run is judged by. */
export function judgements(): Option[] {
  return [
    strictOption(),
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
    new Option('--baseline <file>', 'the sdk.json of an earlier run: only new breaches fail, and what is lost'),
    new Option('--timeout <seconds>', 'how long one run of the command may take').argParser(words.seconds).default(600),
  ];
}

/** The hosts that are the API. */
export function hostOption(): Option {
  return new Option('--host <name>', `a host of the API (${usualHost}); may be repeated`)
    .argParser(words.host)
    .default([]);
}

/** Returns what the reference does not list weighs as a breach. */
export function strictOption(): Option {
  return new Option('--strict', 'what the reference does not list is a breach').default(false);
}
