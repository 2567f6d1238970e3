import type { Command } from 'commander';
import former from './former-commands.json' with { type: 'json' };

/** A command of the program; its file is loaded when it is the one that is called. */
export interface CommandRow {
  readonly about: string;
  readonly load: () => Promise<{ readonly define: (command: Command) => void }>;
  /** The exit code for a wrong command line and for errors; default: 1. */
  readonly failure?: number;
  /** True if it reads conformance.config.json or .ts and .env; or the subcommands that do. */
  readonly readsSettingFiles?: true | readonly string[];
}

const ofRun = { failure: 4, readsSettingFiles: true } as const;
const loadSdk = async () => ({ define: (await import('./client.ts')).defineSdk });

export const commands = {
  run: row('Run the suite against the embedded provider, or against BASE_URL.', () => import('./run.ts'), ofRun),
  watch: row('Run the failed tests again after each change, until all pass.', () => import('./watch.ts'), ofRun),
  doctor: row('Check settings, the target and its states. Also: plan, config.', () => import('./doctor.ts'), ofRun),
  state: row('Print the values of a new provider state, for a shell.', () => import('./state.ts'), ofRun),
  gate: row('Gate a release by the result of a run.', () => import('./gate.ts'), { failure: 4 }),
  merge: row('Merge the shards of a run into one result.', () => import('./merge.ts'), ofRun),
  report: row('Generate the Allure report of the last run.', () => import('./report.ts')),
  replay: row('Judge the recorded exchanges of a run (HAR=1) again.', () => import('./replay.ts'), { failure: 4 }),
  compare: row('Print the differences between two runs or ledgers. Also: since.', () => import('./compare.ts'), {
    failure: 2,
  }),
  ledger: row('Accept responses to open questions.', () => import('./ledger.ts'), { readsSettingFiles: ['accept'] }),
  statement: row('Sign or verify the statement of a run.', () => import('./statement.ts'), { readsSettingFiles: [''] }),
  secrets: row('Search files for the secrets of the environment.', () => import('./secrets.ts')),
  sdk: row('Gate an SDK: run a command and judge its requests.', loadSdk, { failure: 2, readsSettingFiles: true }),
  client: row('Certify a client by scenarios, or judge a command.', () => import('./client.ts'), ofRun),
  mock: row('Serve the embedded provider.', () => import('./mock.ts'), { readsSettingFiles: true }),
} as const;

function row(about: string, load: CommandRow['load'], others: Partial<CommandRow> = {}): CommandRow {
  return { about, load, ...others };
}

/** Commands that are now a subcommand, and commands that were removed, each with what to use instead. */
export const { moved, removed }: { moved: Record<string, string[]>; removed: Record<string, string> } = former;
