import type { Command } from 'commander';
import { toPublicUrl } from '#api/escape-controls';
import { endpoints } from '#api/operations';
import { register, wantedTests } from '#api/register';
import { levels } from '#api/requirement';
import { consumedStates, stateNames } from '#api/states';
import takers from '#requirements/states.json' with { type: 'json' };
import { context } from '#run/context';
import { isJudgedOperation } from '#run/judging-set';
import { print } from '#run/process/output';
import type { RunContext } from '#run/run-context';
import type { Settings } from '#run/settings/settings';
import { misnamed, usual } from '#run/settings/target';
import { writtenState } from '#run/settings/written-states';
import { describeDanger } from '#safety/guard';
import { settingOptions } from './setting-options.ts';
import { renderTable } from './table.ts';

/** Prints what a run would judge and create, from data alone. */
export function definePlan(command: Command): void {
  settingOptions(command).action(() => {
    const run = context();
    const message = misnamed(run.settings, run.written);
    if (message !== undefined) throw new Error(message);
    print(planLines(run).join('\n'));
  });
}

function planLines({ settings, written }: RunContext): string[] {
  const { BASE_URL, TARGET, DEPTH } = settings;
  const place = BASE_URL === '' ? 'the embedded provider' : `${TARGET || 'target'} at ${BASE_URL}`;
  const danger = describeDanger(BASE_URL, settings, written);
  return [
    `Plan of a run against ${place} with DEPTH=${DEPTH}. Nothing was sent.`,
    '',
    table(DEPTH),
    '',
    danger === undefined ? `Creates at most: ${budgetWords(settings)}.` : `Creates and deletes nothing: ${danger}.`,
    ...stateLines(settings, written),
  ];
}

function table(depth: Settings['DEPTH']): string {
  const rows = endpoints.filter(isJudgedOperation).map((endpoint) => {
    const [musts = [], ...others] = levels.map((level) =>
      register.filter((row) => row.endpoint === endpoint && row.level === level && row.unasked === undefined),
    );
    const tests = musts.reduce((sum, { id }) => sum + (wantedTests[depth].of[id] ?? 0), 0);
    return [endpoint, ...[musts.length, ...others.map(({ length }) => length), tests].map(String)];
  });
  return renderTable(['', 'musts', 'recommendations', 'questions', 'tests of musts'], rows);
}

function budgetWords(settings: Settings): string {
  const most = usual(settings).BUDGET;
  return (['preferences', 'test-users', 'agreements'] as const)
    .map((name) => `${name} ${settings.BUDGET[name] ?? most[name]}`.replace('Infinity', 'unlimited'))
    .join(', ');
}

/** Returns the source of provider states; without a URL or a program, the values found and the cost of missing ones. */
function stateLines(settings: Settings, written: RunContext['written']): string[] {
  const { BASE_URL, PROVIDER_STATES_URL, STATES_COMMAND, STATES_FILE } = settings;
  const source = BASE_URL === '' ? 'the embedded provider' : toPublicUrl(PROVIDER_STATES_URL) || STATES_COMMAND;
  if (source !== '') return [`Provider states come from ${source}. Use doctor to check them.`];
  return stateNames.flatMap((state) => {
    const { rows, lacking } = writtenState(state, written, STATES_FILE);
    if (lacking.length > 0) return [`missing  ${state}: not exercised in full without it: ${takers[state]}`];
    return consumedStates.has(state) ? [`single-use  ${state}: ${rows.length} for ${takers[state]}`] : [];
  });
}
