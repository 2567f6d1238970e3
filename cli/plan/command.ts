import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Table from 'cli-table3';
import type { Command } from 'commander';
import { groupByKey } from '#api/group-by-key';
import { endpoints, getOperation } from '#api/operations';
import { levels } from '#api/requirement';
import type { State } from '#api/states';
import { startProvider } from '#mock/server';
import { duration } from '#reporters/words/progress-words';
import type { Conformance } from '#results/document';
import { hasExercisedTests, type RequirementOutcome } from '#results/verdict';
import type { Resource } from '#run/channel-table';
import { clearChannels, readChannel } from '#run/channels';
import { context, prepareRun, settings } from '#run/context';
import { print } from '#run/process/output';
import { startPlaywright } from '#run/process/playwright';
import type { Rehearsal } from '#run/run-context';
import type { Settings } from '#run/settings/settings';
import { misnamed, usual } from '#run/settings/target';
import { writtenState } from '#run/settings/written-states';
import { refuse } from '../refusals.ts';
import { settingOptions } from '../setting-options.ts';

/** The plan of a run. */
export function define(command: Command): void {
  settingOptions(command)
    .argument('[options...]', 'what the run would be given: --project=test-users, --grep @TOK-29')
    .allowUnknownOption()
    .action(async (args: string[]) => {
      const sentence = misnamed(settings(), context().written);
      if (sentence !== undefined) throw new Error(sentence);
      refuse(args, settings());
      print(planWords(settings(), await rehearse(settings(), args)).trimEnd());
    });
}

/** Returns what a run would do, in words. */
export function planWords(settings: Settings, rehearsed: Rehearsed): string {
  const { BASE_URL, TARGET } = settings;
  const place = BASE_URL === '' ? 'the embedded provider' : `${TARGET || 'target'} at ${BASE_URL}`;
  const chosen = rehearsed.document.requirements.filter(({ tests }) => tests.length > 0);
  return [
    `Plan of a run against ${place}. Nothing was sent there.`,
    `The numbers are of a rehearsal against the embedded provider, ${statesIn(settings)}. A target that answers otherwise is sent other requests.`,
    '',
    table(rehearsed),
    '',
    ...levels.map((level) => levelLine(level, chosen)),
    throttleLine(settings, rehearsed),
    '',
    ...leftLines(settings, rehearsed),
    '',
    ...takenLines(settings, rehearsed),
    ...notExercised(chosen),
    '',
  ].join('\n');
}

function statesIn({ BASE_URL, PROVIDER_STATES_URL, STATES_COMMAND }: Settings): string {
  if (BASE_URL === '') return 'which provides every state';
  if (STATES_COMMAND !== '') return 'with every state, since STATES_COMMAND is set; it was not run either';
  return PROVIDER_STATES_URL === ''
    ? 'with the states that the environment provides'
    : 'with every state, since PROVIDER_STATES_URL is set; it was not asked either';
}

function table({ document, left }: Rehearsed): string {
  const grid = new Table({
    head: ['', 'requests', 'creates'],
    style: { head: [], border: [], compact: true },
  });
  for (const endpoint of endpoints) {
    const created = left.filter(({ operation }) => operation === endpoint).length;
    const creates = getOperation(endpoint).creates ? created : '';
    grid.push([endpoint, document.requests[endpoint] ?? 0, creates]);
  }
  return grid.toString();
}

function levelLine(level: RequirementOutcome['level'], chosen: readonly RequirementOutcome[]): string {
  const rows = chosen.filter((row) => row.level === level);
  const run = rows.filter((row) => hasExercisedTests([row])).length;
  return `${level}: ${run} of ${rows.length} would be exercised in full`;
}

function throttleLine(settings: Settings, { document, forStates }: Rehearsed): string {
  const perSecond = settings.MAX_RPS ?? usual(settings).MAX_RPS;
  const requests = Object.values(document.requests).reduce((sum, count) => sum + count, 0);
  const asked = settings.PROVIDER_STATES_URL === '' ? 0 : forStates;
  const words = `${requests} requests${asked > 0 ? ` and ${asked} for provider states` : ''}`;
  if (!Number.isFinite(perSecond)) return `${words}, without a throttle`;
  const besides = settings.STATES_COMMAND === '' ? '' : '; what STATES_COMMAND takes comes on top';
  return `${words}, at MAX_RPS=${perSecond} about ${duration(((requests + asked) / perSecond) * 1000)}${besides}`;
}

function leftLines(settings: Settings, { left }: Rehearsed): string[] {
  const most = new Map(budgets(settings));
  const kinds = {
    'checkout-preferences': 'preferences',
    'test-users': 'test-users',
    'wallet-agreements': 'agreements',
  } as const;
  const lines = Object.entries(kinds).map(([endpoint, variable]) => {
    const count = left.filter(({ operation }) => operation === endpoint).length;
    const limit = most.get(variable) ?? 0;
    const words = Number.isFinite(limit) ? `at most ${limit}` : 'no limit';
    return `  ${count} ${endpoint} (BUDGET=${variable}: ${words})`;
  });
  return ['It would leave behind, and no operation deletes:', ...lines];
}

/** Returns how many of each state that is used up the run takes, and how many stand in the environment. */
function takenLines(settings: Settings, { taken }: Rehearsed): string[] {
  if (taken.size === 0) return [];
  const isWritten = settings.BASE_URL !== '' && settings.PROVIDER_STATES_URL === '';
  const lines = [...taken].map(([state, count]) => {
    const { rows } = writtenState(state, context().written, settings.STATES_FILE);
    return `  ${count} of "${state}"${isWritten ? `, ${rows.length} in the environment` : ''}`;
  });
  return ['States that are used up, one by each that takes it; for all that was chosen:', ...lines, ''];
}

/** Returns the reason why requirements would not be exercised in full, each reason once with the ids that it stands for. */
function notExercised(chosen: readonly RequirementOutcome[]): string[] {
  const rows = chosen.filter((row) => !hasExercisedTests([row]));
  if (rows.length === 0) return ['Nothing that was chosen would be left out.'];
  const byReason = groupByKey(rows, ({ reason = '' }) => reason);
  const lines = [...byReason].flatMap(([reason, some]) => [`  ${some.map(({ id }) => id).join(' ')}`, `    ${reason}`]);
  return ['Not exercised, or not in full:', ...lines];
}

/** Describes what a rehearsal came to. */
export interface Rehearsed {
  readonly document: Conformance;
  readonly left: readonly Resource[];
  /** Counts how many requests the states would take, of setup and teardown. */
  readonly forStates: number;
  /** Counts how often states that are used up would be taken where there were enough of each. */
  readonly taken: ReadonlyMap<State, number>;
}

/**
 * Runs the suite against the embedded provider as it would run against the target, which is sent nothing; where its states
 * are those of the environment, once more with every state, to count them.
 */
export async function rehearse(settings: Settings, args: readonly string[]): Promise<Rehearsed> {
  const { of, states } = rehearsalOf(settings);
  const rehearsed = await rehearseWith({ of, states }, settings, args);
  if (states === 'all') return rehearsed;
  clearChannels();
  const { taken } = await rehearseWith({ of, states: 'all' }, settings, args);
  return { ...rehearsed, taken };
}

async function rehearseWith(rehearsal: Rehearsal, settings: Settings, args: readonly string[]): Promise<Rehearsed> {
  const provider = await startProvider();
  const folder = mkdtempSync(path.join(tmpdir(), 'plan-'));
  try {
    const places = { BASE_URL: provider.baseUrl, PROVIDER_STATES_URL: provider.statesUrl };
    const env = prepareRun({ ...like(settings), ...places, ...apart(folder) }, { rehearsal });
    const output = await run(env, args);
    const file = (name: string) => path.join(folder, name);
    if (!existsSync(file('conformance.json'))) throw new Error(`The rehearsal did not run.\n${output.trim()}`);
    const report = (name: string) => JSON.parse(readFileSync(file(name), 'utf8'));
    return {
      document: report('conformance.json'),
      left: existsSync(file('left-behind.json')) ? report('left-behind.json') : [],
      forStates: readChannel('asked for a state').length,
      taken: countOf(readChannel('taken')),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await provider.close();
  }
}

function countOf(states: readonly State[]): Map<State, number> {
  const counts = new Map<State, number>();
  for (const state of states) counts.set(state, (counts.get(state) ?? 0) + 1);
  return counts;
}

/** Returns what makes the rehearsal stop where the run would: its name, its address, its states, its budgets. */
function like(settings: Settings): Record<string, string> {
  const { TARGET } = settings;
  return {
    TARGET: TARGET === '' || TARGET === 'embedded' ? 'target' : TARGET,
    BUDGET: [...budgets(settings), ['per', settings.BUDGET.per ?? 'night'] as const]
      .flatMap(([name, most]) => (most === Number.POSITIVE_INFINITY ? [] : [`${name}=${most}`]))
      .join(','),
  };
}

function rehearsalOf({ BASE_URL, PROVIDER_STATES_URL, STATES_COMMAND }: Settings): Rehearsal {
  const hasAll = BASE_URL === '' || PROVIDER_STATES_URL !== '' || STATES_COMMAND !== '';
  return { of: BASE_URL, states: hasAll ? 'all' : 'environment' };
}

/** Returns how many resources of each kind the run may create. */
export function budgets(settings: Settings) {
  const most = usual(settings);
  return (['preferences', 'test-users', 'agreements'] as const).map(
    (name) => [name, settings.BUDGET[name] ?? most.BUDGET[name]] as const,
  );
}

/** Returns what keeps a rehearsal out of the reports, the ledgers and the throttle of the run. */
function apart(folder: string): NodeJS.ProcessEnv {
  const none = { STRICT: '', CERTIFY: '', DRIFT: '', GITHUB_STEP_SUMMARY: '' };
  const folders = { REPORTS_DIR: folder, LEDGERS_DIR: folder, WAIVERS_DIR: folder };
  return { ...none, ...folders, MAX_RPS: '1000', EXTRA_CA: '', MOCK_FAULT: '' };
}

function run(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<string> {
  const child = startPlaywright(['test', ...args], env, ['ignore', 'pipe', 'pipe']);
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) => child.on('close', () => resolve(Buffer.concat(chunks).toString())));
}
