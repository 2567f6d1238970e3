import type { Command } from 'commander';

/** A command of the program; its file is loaded when it is the one that is called. */
export interface CommandRow {
  readonly about: string;
  /** The exit code of a wrong command line and of what goes wrong; nothing: 1. */
  readonly failure?: number;
  /** Whether it reads conformance.config.json or .ts and .env; `accept` and the like: that subcommand alone. */
  readonly readsSettingFiles?: true | readonly string[];
  readonly load: () => Promise<{ readonly define: (command: Command) => void }>;
}

/** Every command, in the order of the help. */
export const commands = {
  run: {
    about: 'Runs the suite: against the embedded provider, or against the target that BASE_URL names.',
    failure: 4,
    readsSettingFiles: true,
    load: () => import('./run.ts'),
  },
  watch: {
    about:
      'Runs what fails again whenever the provider was mended, and everything once more when nothing fails.',
    failure: 4,
    readsSettingFiles: true,
    load: () => import('./watch/command.ts'),
  },
  plan: {
    about: 'Says what a run would do and leave behind, without sending anything to its target.',
    failure: 4,
    readsSettingFiles: true,
    load: () => import('./plan/command.ts'),
  },
  state: {
    about: 'Prints the values of a fresh provider state, for a shell.',
    failure: 4,
    readsSettingFiles: true,
    load: () => import('./state.ts'),
  },
  gate: {
    about: 'Decides by the result of a run whether a release goes on, in one line and an exit code.',
    failure: 4,
    load: () => import('./gate.ts'),
  },
  config: {
    about: 'Prints the settings that a run would have, and where each of them stands.',
    readsSettingFiles: true,
    load: () => import('./config.ts'),
  },
  merge: {
    about: 'Makes one result of the shards of a run: the reports that one machine would have written.',
    failure: 4,
    readsSettingFiles: true,
    load: () => import('./merge.ts'),
  },
  report: { about: 'Makes the Allure report of the last run.', load: () => import('./report.ts') },
  replay: {
    about:
      'Judges the recorded exchanges of a run (HAR=1) once more, without sending anything to its target.',
    failure: 4,
    load: () => import('./replay.ts'),
  },
  compare: {
    about: 'Shows the requirements whose outcome differs between two runs; exits 1 where a must got worse.',
    failure: 2,
    load: () => import('./compare.ts'),
  },
  since: {
    about: 'Shows since which run and build each requirement is broken that the last run found so.',
    load: () => import('./since.ts'),
  },
  ledger: {
    about: 'The accepted answers of each target to what the reference does not show.',
    readsSettingFiles: ['accept'],
    load: () => import('./ledger/command.ts'),
  },
  statement: {
    about: 'Signs a statement over the last run: reports/statement.jws.',
    readsSettingFiles: [''],
    load: () => import('./statement/command.ts'),
  },
  secrets: {
    about:
      'Searches every byte of a folder, and of what is packed in its files, for the secrets of the environment.',
    load: () => import('./secrets/command.ts'),
  },
  issue: {
    about:
      'Opens one issue on GitHub for a target that is NON-CONFORMANT, updates it, and closes it when that is mended.',
    load: () => import('./issue.ts'),
  },
  sdk: {
    about: 'Runs a command, holds its requests against the contract, and passes where all conform.',
    failure: 2,
    readsSettingFiles: true,
    load: () => import('./sdk.ts'),
  },
  client: {
    about: 'Certifies a client: judges what it sends in each scenario, and how it takes the answers.',
    failure: 4,
    readsSettingFiles: true,
    load: () => import('./client.ts'),
  },
  mock: {
    about: 'Serves the embedded provider, for partners.',
    readsSettingFiles: true,
    load: () => import('./mock.ts'),
  },
  payloads: {
    about: 'Prints checkout preferences as JSON lines, each with what it is.',
    load: () => import('./payloads.ts'),
  },
} satisfies Readonly<Record<string, CommandRow>>;
