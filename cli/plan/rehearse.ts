import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { State } from '#api/states';
import { startProvider } from '#mock/server';
import type { Conformance } from '#results/document';
import type { Resource } from '#run/channel-table';
import { clearChannels, readChannel } from '#run/channels';
import { prepareRun } from '#run/context';
import { startPlaywright } from '#run/process/playwright';
import type { Rehearsal } from '#run/run-context';
import type { Settings } from '#run/settings/settings';
import { usual } from '#run/settings/target';

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
