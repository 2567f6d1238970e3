import { markdownTable } from 'markdown-table';
import { endpoints } from '#api/operations';
import { register, testCounts } from '#api/register';
import { levels } from '#api/requirement';
import { consumedStates, stateNames } from '#api/states';
import { toPublicUrl } from '#api/text';
import takers from '#requirements/states.json' with { type: 'json' };
import { isJudgedOperation } from '#run/judging';
import type { RunContext } from '#run/run-context';
import type { Settings } from '#run/settings/settings';
import { getDefaults, getWrittenState } from '#run/settings/target';
import { rejectMisnamed } from '#run/start';
import { countValuesOfMusts } from '#safety/budget';
import { describeDanger } from '#safety/guard';

/** Returns the lines of a plan: what a run would judge and create, and the provider states that it would need. */
export function listPlanLines(run: RunContext): string[] {
  rejectMisnamed(run);
  const { settings, written } = run;
  const { BASE_URL, TARGET, DEPTH } = settings;
  const place = BASE_URL === '' ? 'the embedded provider' : `${TARGET || 'target'} at ${BASE_URL}`;
  const danger = describeDanger(BASE_URL, settings, written);
  return [
    `Plan of a run against ${place} with DEPTH=${DEPTH}. Nothing was sent.`,
    '',
    countTests(settings),
    '',
    danger === undefined ? `Creates at most: ${describeBudget(settings)}.` : `Creates and deletes nothing: ${danger}.`,
    ...listPlannedStates(settings, written),
  ];
}

function countTests({ DEPTH, OPERATIONS }: Settings): string {
  const judged = endpoints.filter((endpoint) => isJudgedOperation(endpoint, OPERATIONS));
  const rows = judged.map((endpoint) => {
    const [musts = [], ...others] = levels.map((level) =>
      register.filter((row) => row.endpoint === endpoint && row.level === level && row.unasked === undefined),
    );
    const tests = musts.reduce((sum, { id }) => sum + (testCounts[DEPTH].of[id] ?? 0), 0);
    return [endpoint, ...[musts.length, ...others.map(({ length }) => length), tests].map(String)];
  });
  return markdownTable([['', 'musts', 'recommendations', 'questions', 'tests of musts'], ...rows]);
}

function describeBudget(settings: Settings): string {
  const most = getDefaults(settings).BUDGET;
  return (['preferences', 'test-users', 'agreements'] as const)
    .map((name) => `${name} ${settings.BUDGET[name] ?? most[name]}`.replace('Infinity', 'unlimited'))
    .join(', ');
}

/** Returns the source of provider states; without a URL or a program, the values found and the cost of missing ones. */
function listPlannedStates(settings: Settings, written: RunContext['written']): string[] {
  const { BASE_URL, STATES_FILE } = settings;
  const source = BASE_URL === '' ? 'the embedded provider' : getStatesSource(settings);
  if (source !== '') return [`Provider states come from ${source}. Use doctor to check them.`];
  const lines = stateNames.flatMap((state) => {
    const { rows, lacking } = getWrittenState(state, written, STATES_FILE);
    if (lacking.length > 0) return [`missing  ${state}: needed by: ${takers[state]}`];
    return consumedStates.has(state) ? [`single-use  ${state}: ${rows.length} for ${takers[state]}`] : [];
  });
  return [...lines, ...describeEnough(settings)];
}

/** Returns the URL or the program that provider states come from; empty without one. */
export function getStatesSource({ PROVIDER_STATES_URL, STATES_COMMAND }: Settings): string {
  return toPublicUrl(PROVIDER_STATES_URL) || (STATES_COMMAND && 'STATES_COMMAND');
}

/** Returns the number of single-use values that reach every must; they were counted at one DEPTH. */
function describeEnough({ DEPTH, OPERATIONS }: Settings): string[] {
  const isJudged = (name: string) => endpoints.some((each) => each === name && isJudgedOperation(each, OPERATIONS));
  const musts = register.filter(({ level, endpoint }) => level === 'must' && isJudged(endpoint)).length;
  const counts = [...consumedStates].flatMap((state) => {
    const count = countValuesOfMusts(state, isJudged);
    return count > 0 ? [`${count} ${state.replace(/^an? /, '')}s`] : [];
  });
  if (DEPTH !== 'standard' || counts.length === 0) return [];
  return [
    `${new Intl.ListFormat('en').format(counts)} reach ${musts} of ${musts} musts. With fewer, the musts that need fewest go first.`,
  ];
}
