import Table from 'cli-table3';
import type { Command } from 'commander';
import { groupByKey } from '#api/group-by-key';
import { endpoints, getOperation } from '#api/operations';
import { levels } from '#api/requirement';
import { duration } from '#reporters/words/progress-words';
import { hasExercisedTests, type RequirementOutcome } from '#results/verdict';
import { context, settings } from '#run/context';
import { print } from '#run/process/output';
import type { Settings } from '#run/settings/settings';
import { misnamed, usual } from '#run/settings/target';
import { writtenState } from '#run/settings/written-states';
import { refuse } from '../refusals.ts';
import { settingOptions } from '../setting-options.ts';
import { budgets, type Rehearsed, rehearse } from './rehearse.ts';

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
