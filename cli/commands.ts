import type { Command } from 'commander';

/** A command of the program; its file is loaded when it is the one that is called. */
export interface CommandRow {
  readonly about: string;
  /** The exit code for a wrong command line and for errors; default: 1. */
  readonly failure?: number;
  /** True if it reads conformance.config.json or .ts and .env; or the subcommands that do. */
  readonly readsSettingFiles?: true | readonly string[];
  readonly load: () => Promise<{ readonly define: (command: Command) => void }>;
}

const ofRun = { failure: 4, readsSettingFiles: true } as const;

/** Every command, in the order of the help. */
export const commands = {
  run: {
    about: 'Run the suite against the embedded provider, or against BASE_URL.',
    ...ofRun,
    load: () => import('./run.ts'),
  },
  watch: {
    about: 'Run the failed tests again after each change of the provider, until all pass.',
    ...ofRun,
    load: () => import('./watch.ts'),
  },
  doctor: {
    about: 'Check settings, the target and its provider states. Also: plan, config.',
    ...ofRun,
    load: () => import('./doctor.ts'),
  },
  state: {
    about: 'Print the values of a new provider state, for a shell.',
    ...ofRun,
    load: () => import('./state.ts'),
  },
  gate: {
    about: 'Print whether the result of a run lets a release pass, and exit with its code. Also: issue.',
    failure: 4,
    load: () => import('./gate.ts'),
  },
  merge: { about: 'Merge the shards of a run into one result.', ...ofRun, load: () => import('./merge.ts') },
  report: { about: 'Generate the Allure report of the last run.', load: () => import('./report.ts') },
  replay: {
    about: 'Judge the recorded exchanges of a run (HAR=1) again. Sends nothing.',
    failure: 4,
    load: () => import('./replay.ts'),
  },
  compare: {
    about: 'Print the requirements whose outcome differs between two runs. Also: since.',
    failure: 2,
    load: () => import('./compare.ts'),
  },
  ledger: {
    about: 'Accept, compare and print the recorded responses to open questions.',
    readsSettingFiles: ['accept'],
    load: () => import('./ledger.ts'),
  },
  statement: {
    about: 'Sign and verify a statement of the last run.',
    readsSettingFiles: [''],
    load: () => import('./statement.ts'),
  },
  secrets: { about: 'Search files for the secrets of the environment.', load: () => import('./secrets.ts') },
  sdk: {
    about: 'Gate an SDK: run a command and judge its requests.',
    failure: 2,
    readsSettingFiles: true,
    load: async () => ({ define: (await import('./client.ts')).defineSdk }),
  },
  client: {
    about: 'Certify a client by scenarios, or judge the requests of a command.',
    ...ofRun,
    load: () => import('./client.ts'),
  },
  mock: {
    about: 'Serve the embedded provider. Also: payloads.',
    readsSettingFiles: true,
    load: () => import('./mock.ts'),
  },
} satisfies Readonly<Record<string, CommandRow>>;

/** Commands that are now a subcommand. */
export const movedCommands: Readonly<Record<string, readonly [command: string, subcommand: string]>> = {
  config: ['doctor', 'config'],
  issue: ['gate', 'issue'],
  payloads: ['mock', 'payloads'],
  plan: ['doctor', 'plan'],
  since: ['compare', 'since'],
};

/** Commands that were removed, each with what to use instead. */
export const removedCommands: Readonly<Record<string, string>> = {
  check: 'Use sdk -- COMMAND, which judges the bodies that a program sends',
  docs: 'Use npm run docs in a checkout',
  nights: 'Use run every night (docs/nightly.md)',
  openapi: 'Use the JSON Schemas in schemas/',
  schemas: 'Use the JSON Schemas in schemas/',
};

/** Returns the message for a wrong command line from that of Commander: the problem, then the next step. */
export function messageFor(text: string): string {
  const [first = '', suggestion = ''] = text
    .replace(/^error: /, '')
    .trim()
    .split('\n');
  const [, kind, word = ''] = /^(unknown (?:command|option)) '(.*)'$/.exec(first) ?? [];
  const [, meant] = /^\(Did you mean (.*)\?\)$/.exec(suggestion) ?? [];
  const what = kind === undefined ? first.replace(/\.$/, '') : `${kind} ${word}`;
  const sentence = `${what.charAt(0).toUpperCase()}${what.slice(1)}.`;
  if (meant !== undefined) return `${sentence} Did you mean ${meant}?`;
  return /\b(?:Use|Expected|Give|Did you mean)\b/.test(sentence) ? sentence : `${sentence} Use --help.`;
}
