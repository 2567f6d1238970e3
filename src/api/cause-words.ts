import type { Capability } from './capabilities.ts';
import type { Breach, Hindrance, HindranceKind, Problem, ProblemKind, WantedStatus } from './cause.ts';

/** The one place that makes sentences of what was found wrong: what tests throw and what reports say is the same. */
const problems: { readonly [Kind in ProblemKind]: (problem: Problem<Kind>) => string } = {
  status: ({ wanted }) => statusWords(wanted),
  json: ({ flaw }) =>
    `a JSON body is wanted (UTF-8, no byte order mark)${flaw === undefined ? '' : `; this one ${flaw}`}`,
  'media type': ({ got }) => `a JSON media type is wanted; got ${got ?? 'none'}`,
  code: ({ wanted }) => `the code ${wanted.join(' or ')} is wanted as a value in the body`,
  label: ({ wanted }) => `the label ${wanted} is wanted as a value in the body`,
  schema: ({ pointer, wanted, got, rule }) => `${pointer || '/'} ${wanted}; got ${got} [${rule}]`,
  fact: ({ wanted, got }) => `${wanted} is wanted${got === undefined ? '' : `; got ${got}`}`,
  control: ({ got }) => `The control failed: the same request made valid is answered ${got}.`,
  negativeControl: () => `The negative control failed: ${unproven}.`,
  smallest: (problem) => smallestWords(problem),
  other: ({ words }) => words,
};

const unproven = 'broken requests are accepted too, so an acceptance proves nothing';

const hindrances: { readonly [Kind in HindranceKind]: (hindrance: Hindrance<Kind>) => string } = {
  'state refused': ({ state, status }) => `the target cannot provide the state "${state}" (${status})`,
  'state unset': ({ state, variables }) => `the state "${state}" needs ${variables.join(', ')}`,
  'state incomplete': ({ state, from, missing }) => `${from} ${missing.join(', ')} for the state "${state}"`,
  'state shared': ({ state }) =>
    `another machine may use up the one value of the state "${state}" in the environment: set OWN_STATES=1 where each machine has its own`,
  'state used up': ({ state, values }) =>
    values === 1
      ? `the one value of the state "${state}" in the environment is used up by another test`
      : `the ${values} values of the state "${state}" in the environment are used up by other tests`,
  'state garbled': ({ state, name }) =>
    `the ${name} of the state "${state}" holds a control character, such as the line break of a file written elsewhere: write it without`,
  'one seller': ({ states: [one, other] }) =>
    `the states "${one}" and "${other}" belong to one user_id: let one of them be another seller's`,
  'states broken': ({ state, url, status }) => `${url} answered ${status} to the state "${state}"`,
  'states out of reach': ({ url, why }) =>
    url === ''
      ? `STATES_COMMAND gave no state: ${why}. Run it by hand, as docs/states-command.md shows; its stderr is in states.log of the reports`
      : `provider states cannot be asked for at ${url}: ${why}. Correct PROVIDER_STATES_URL, or start what answers there`,
  budget: ({ variable, most, spent, per }) =>
    `budget: ${variable} lets this run create ${most}${per ? ` (per ${per}, of which ${spent} are spent)` : ''}, and none of them is left for this test: increase ${variable}`,
  guard: ({ why, isFinal }) =>
    `guard: ${why}; ${isFinal ? 'nothing more is sent' : 'nothing is created or deleted there, unless ALLOW_LIVE=1 allows it'}`,
  sandbox: ({ endpoint, header, value }) =>
    `in the sandbox every request of ${endpoint} carries ${header}: ${value}`,
  path: ({ parameter, value }) =>
    `no URL can hold the ${parameter} ${JSON.stringify(value)} that a provider state gave`,
  capability: ({ without, isUnproven }) => `${withoutWords(without)}${isUnproven ? `: ${unproven}` : ''}`,
  'failed control': ({ requirement }) => `because of ${requirement}: the control that this stands on failed`,
  busy: ({ status, wait }) =>
    `the target kept answering ${status}${wait ? `, and asks to wait ${wait.asked} s, longer than the ${wait.longest} s that the run still waits` : ''}`,
  'not recorded': ({ asked }) => `the recording has no such exchange: ${asked}`,
  clock: ({ ours, theirs }) =>
    `the clock of this machine says ${ours} and the target's Date header ${theirs}: set the one that is wrong`,
  'out of reach': ({ failure }) => `the target is out of reach: ${failure.words}`,
  outage: ({ words }) => words,
  'suite error': ({ words }) => `error of the suite: ${words}`,
  'left out': ({ words }) => words,
  'cut short': ({ words }) => words,
  'worker lost': ({ words }) =>
    `the process of this test ended before the test did (${words}), as where memory is short or a temporary folder is swept: run it again, with fewer WORKERS`,
  'not asked': ({ words }) => words,
};

/** What is wrong with an answer, in words. */
export function problemWords<Kind extends ProblemKind>(problem: Problem<Kind>): string {
  return problems[problem.kind](problem);
}

/** What kept a test from telling anything, in words. */
export function hindranceWords<Kind extends HindranceKind>(hindrance: Hindrance<Kind>): string {
  return hindrances[hindrance.kind](hindrance);
}

/** A problem as a row of a table: which member, what is wanted there, and what came. */
export type ProblemRow = readonly [member: string, wanted: string, got: string];

const rows: { readonly [Kind in ProblemKind]: (problem: Problem<Kind>) => ProblemRow } = {
  status: ({ wanted, got }) => ['status', wantedStatus(wanted), String(got)],
  json: ({ flaw }) => ['body', 'JSON (UTF-8, no byte order mark)', flaw ?? 'no JSON'],
  'media type': ({ got }) => ['content-type', 'a JSON media type', got ?? 'none'],
  code: ({ wanted }) => ['body', `the code ${wanted.join(' or ')} as a value`, 'not there'],
  label: ({ wanted }) => ['body', `the label ${wanted} as a value`, 'not there'],
  schema: ({ pointer, wanted, got }) => [pointer || 'body', wanted, got],
  fact: ({ wanted, got = 'something else' }) => ['answer', wanted, got],
  control: ({ got }) => ['control: the same request made valid', wantedStatus('success'), String(got)],
  negativeControl: () => ['broken requests', 'refused', 'accepted'],
  smallest: (problem) => ['', smallestWords(problem), ''],
  other: ({ words }) => ['', words, ''],
};

/** A problem as what is wanted and what came. */
export function problemRow<Kind extends ProblemKind>(problem: Problem<Kind>): ProblemRow {
  return rows[problem.kind](problem);
}

/** What is wrong with the first answer of a breach that was judged, with the values that came. */
export function breachWords({ exchanges: [first] }: Extract<Breach, { kind: 'breach' }>): string {
  return first ? `answered ${first.status}: ${first.problems.map(problemWords).join('; ')}` : '';
}

/** What is wrong in one line, the same wherever the same is wrong. */
export function breachTitle(breach: Breach): string {
  if (breach.kind === 'error') return breach.words.split('\n')[0] ?? '';
  if (breach.kind === 'no answer') return `no whole answer comes: ${breach.failure.words}`;
  const [{ status, problems: found } = { status: 0, problems: [] }] = breach.exchanges;
  if (found.some(isRefusedControl)) return `a valid request is answered ${refusedWith(found)}`;
  if (found.some(({ kind }) => kind === 'negativeControl'))
    return 'broken requests are accepted, so nothing is proven';
  return `answered ${status}: ${found.map(titleOf).join('; ')}`;
}

function isRefusedControl(problem: Problem): boolean {
  return problem.kind === 'control' || (problem.kind === 'status' && problem.wanted === 'success');
}

function refusedWith(found: readonly Problem[]): string {
  return found.flatMap((problem) => (isRefusedControl(problem) ? [problemRow(problem)[2]] : []))[0] ?? '';
}

/** The values that came differ from test to test. */
function titleOf(problem: Problem): string {
  if (problem.kind === 'schema') return `${problem.pointer || '/'} ${problem.wanted}`;
  return problem.kind === 'fact' ? `${problem.wanted} is wanted` : problemWords(problem);
}

const statuses = { success: 'success (any 2xx)', 'no 5xx': 'anything but a 5xx' } as const;

function wantedStatus(wanted: WantedStatus): string {
  if (wanted === 'success' || wanted === 'no 5xx') return statuses[wanted];
  return typeof wanted === 'object' ? wanted.join(' or ') : String(wanted);
}

function statusWords(wanted: WantedStatus): string {
  const isNamed = wanted === 'success' || wanted === 'no 5xx';
  return `${isNamed ? '' : 'the status '}${wantedStatus(wanted)} is wanted`;
}

function smallestWords({ members }: Problem<'smallest'>): string {
  const values = Object.entries(members).map(([pointer, value]) => `${pointer} ${JSON.stringify(value)}`);
  return `smallest that is refused: the usual request, which is accepted, with ${values.join(' and ')}`;
}

function withoutWords(without: readonly Capability[]): string {
  return `switched off by WITHOUT=${without.join(',')}`;
}
