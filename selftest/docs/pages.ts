import path from 'node:path';
import { markdownTable } from 'markdown-table';
import { groupByKey } from '#api/group-by-key';
import { clientRegister, depths } from '#api/register';
import type { RegisteredRequirement } from '#api/requirement';
import { consumedStates, type State, states } from '#api/states';
import { readScenarios } from '#client/certification/scenario';
import { atDepth } from '#factories/combinations';
import { industries } from '#factories/preferences/industry';
import { invalidPreferences } from '#factories/preferences/invalid';
import { validPreferences } from '#factories/preferences/valid';
import { contradictingPreferences, foreignFields, omissions } from '#factories/preferences/variants';
import { groups, type Settings } from '#run/settings/settings';
import type { ListedTest } from './listed-tests.ts';

type Rows = readonly RegisteredRequirement[];

/** Returns docs/coverage.md: every requirement of both registers with its tests, or the reason why it has none. */
export function coverage(register: Rows, tests: readonly ListedTest[]): string {
  const scenarios = readScenarios().map(({ title, file, exercises }) => ({ title, file, tags: [...exercises] }));
  const unasked = register.filter((row) => row.unasked).length;
  const counts = preferenceCounts();
  const { standard, full } = counts.invalid;
  return [
    '# Coverage',
    'Every requirement with its tests; `npm run docs` writes this page. *Since* is the package version that added a requirement ([Run it nightly](nightly.md#history-and-requirement-sets)). *Needs* are capabilities of the service: `WITHOUT` lists those that a mock lacks ([Test your service](test-your-service.md#a-mock-that-does-less)).',
    `${countLevels(register)} (${unasked} of them cannot be asked by a request); ${tests.length} tests.`,
    `Preferences: ${counts.validInAll} valid ones in ${industries.length} industries; ${standard} invalid ones at DEPTH=standard, ${full} at DEPTH=full; ${counts.contradictions} in a spelling or place that its tables do not use; ${counts.omissions} without a field; ${counts.foreignFields} with a field of another industry.`,
    ...tables('## ', register, tests),
    '# Coverage of a client',
    `What \`conformance client\` judges ([Certify](certify.md)): ${countLevels(clientRegister)}; ${scenarios.length} scenarios.`,
    ...tables('## Client: ', clientRegister, scenarios),
    '',
  ].join('\n\n');
}

function countLevels(register: Rows): string {
  const count = (level: string) => register.filter((row) => row.level === level).length;
  const levels = ['must', 'should', 'question'].map((level) => `${count(level)} ${level}`);
  return `${register.length} requirements: ${levels.join(', ')}`;
}

/** Returns a heading and a table for each endpoint. */
function tables(heading: string, register: Rows, tests: readonly ListedTest[]): string[] {
  const head = ['id', 'level', 'since', 'section', 'requirement', 'needs', 'tests'];
  return [...new Set(register.map(({ endpoint }) => endpoint))].flatMap((endpoint) => {
    const rows = register
      .filter((row) => row.endpoint === endpoint)
      .map((row) => {
        const { id, level, since, section, text, needs = [] } = row;
        return [id, level, since, section, text, needs.join(', '), getTests(row, tests)];
      });
    return [`${heading}${endpoint}`, markdownTable([head, ...rows], { alignDelimiters: false })];
  });
}

function getTests({ id, unasked }: RegisteredRequirement, tests: readonly ListedTest[]): string {
  const titles = tests.filter(({ tags }) => tags.includes(id)).map(({ title }) => title);
  const shown = titles.length > 3 ? [...titles.slice(0, 3), `and ${titles.length - 3} more`] : titles;
  return unasked ? `none: ${unasked}` : shown.join('<br>').replaceAll('|', '\\|');
}

/** Returns the text of `.env.example`: every variable by task. */
export function envExample(): string {
  const getLines = (group: Partial<Record<keyof Settings, { readonly desc?: string }>>) =>
    Object.entries(group).flatMap(([name, { desc = '' }]) => ['', `# ${desc}`, `#${name}=`]);
  return [
    '# Copy to .env and remove the # of what you set. The options of `run` have the same names: --base-url for BASE_URL.',
    '# conformance.config.json holds the same names: { "BASE_URL": "http://127.0.0.1:8080", "STRICT": true }.',
    '# .env overrules it, the environment overrules both, and options overrule everything.',
    ...Object.entries(groups).flatMap(([title, group]) => ['', `# ${title}`, ...getLines(group)]),
    '',
    '# Provider states, if neither PROVIDER_STATES_URL nor STATES_FILE nor STATES_COMMAND is set. docs/provider-states.md lists them.',
    '#STATE_AN_ACCESS_TOKEN__ACCESS_TOKEN=',
    '#STATE_AN_ACCESS_TOKEN__USER_ID=',
    '',
  ].join('\n');
}

/** The requirements that use each state in a run: `states` of conformance.json. */
type Takers = Readonly<Record<string, readonly string[]>>;

const names = Object.keys(states).filter((name): name is State => Object.hasOwn(states, name));

/** Returns docs/provider-states.md with the requirements that use each state; throws if a state has no row there. */
export function withStatesTable(page: string, takers: Takers): string {
  return names.reduce((text, state) => {
    const head = `| ${state}${consumedStates.has(state) ? ' (single use)' : ''} | ${states[state].join(', ')} |`;
    const start = text.indexOf(head) + head.length;
    const end = text.indexOf('\n', start);
    const [effect, , ...rest] = start < head.length ? [] : text.slice(start, end).split('|');
    if (rest.length !== 2) throw new Error(`docs/provider-states.md has no row "${head} …". Add it with five columns.`);
    return `${text.slice(0, start)}${[effect, ` ${toRange(takers[state] ?? [])} `, ...rest].join('|')}${text.slice(end)}`;
  }, page);
}

/** Returns the requirements that need each state, as the command doctor prints them. */
export function toRanges(takers: Takers): Record<string, string> {
  return Object.fromEntries(names.map((state) => [state, toRange(takers[state] ?? [])]));
}

/** Returns a range such as `TOK-01 to TOK-03, TOK-07`. */
function toRange(ids: readonly string[]): string {
  const runs: string[][] = [];
  for (const id of [...ids].sort()) {
    const run = runs.at(-1);
    if (run && follows(run.at(-1) ?? '', id)) run.push(id);
    else runs.push([id]);
  }
  return runs.map((run) => (run.length > 2 ? `${run[0]} to ${run.at(-1)}` : run.join(', '))).join(', ');
}

function follows(before: string, id: string): boolean {
  const [kind, number] = before.split('-');
  return id === `${kind}-${String(Number(number) + 1).padStart(2, '0')}`;
}

type Entry = Readonly<{ _scope: string; _of: string; request: { readonly postData?: { readonly text: string } } }>;

/** Returns requirements/single-use.json: how many values the tests of the same requirements take; control requests first. */
export function singleUse({ log }: { readonly log: { readonly entries: Entry[] } }, tests: readonly ListedTest[]) {
  const idsOf = new Map(tests.map(({ file, title, tags }) => [getName(file, title), tags.toSorted().join(' ')]));
  const asked = log.entries.flatMap(({ _of, _scope, request }) => {
    const { state, action } = _of === 'states' ? JSON.parse(request.postData?.text ?? '{}') : {};
    return action === 'setup' ? [{ state, ids: idsOf.get(_scope.replace(/, (?:row|again) \d+/g, '')) ?? '' }] : [];
  });
  const getRows = (state: State) => {
    const taken = groupByKey(
      asked.filter((each) => each.state === state),
      ({ ids }) => ids,
    );
    const count = (ids: string) => [...idsOf.values()].filter((each) => each === ids).length;
    return [...taken]
      .map(([ids, { length }]) => ({ ids, values: length, tests: ids === '' ? length : count(ids) }))
      .sort((one, other) => one.ids.localeCompare(other.ids));
  };
  return Object.fromEntries([...consumedStates].map((state) => [state, getRows(state)]));
}

function getName(file: string, title: string): string {
  return `${path.dirname(file)}/${path.basename(file, '.ts')}: ${title}`;
}

/**
 * Returns the number of preferences of each kind, which depends on the schema and the rows, not on the seed. A run
 * reads the numbers from counts.json, because counting means generating all preferences.
 */
export function preferenceCounts() {
  const invalid = invalidPreferences(1, 'full');
  const valid = industries.map((industry) => [industry, validPreferences(industry, 1).length] as const);
  return {
    valid: Object.fromEntries(valid),
    validInAll: valid.reduce((sum, [, count]) => sum + count, 0),
    invalid: Object.fromEntries(depths.map((depth) => [depth, atDepth(invalid, depth).length])),
    contradictions: contradictingPreferences(1).length,
    omissions: omissions(1).length,
    foreignFields: foreignFields(1).length,
  };
}
