import type { ExpectedStatus, Failure, Problem, ProblemKind, SkipKind, SkipReason } from './cause.ts';

const unproven = 'invalid requests also succeed, so success proves nothing';

const skipReasons: { readonly [Kind in SkipKind]: (reason: SkipReason<Kind>) => string } = {
  'state refused': ({ state, status }) => `the target cannot provide the state "${state}" (${status})`,
  'state unset': ({ state, variables }) => `the state "${state}" needs ${variables.join(', ')}`,
  'state incomplete': ({ state, from, missing }) => `${from} ${missing.join(', ')} for the state "${state}"`,
  'state shared': ({ state }) =>
    `another shard may use the only value of the state "${state}" in the environment. Use STATES_COMMAND or PROVIDER_STATES_URL`,
  'state used up': ({ state, values }) =>
    values === 1
      ? `another test needs the only value of the state "${state}". Set more in STATES_FILE`
      : `other tests need all ${values} values of the state "${state}". Set more in STATES_FILE`,
  'state garbled': ({ state, name }) =>
    `the ${name} of the state "${state}" contains a control character, such as a line break. Remove it`,
  'one seller': ({ states: [one, other] }) =>
    `the states "${one}" and "${other}" have the same user_id. Use two sellers`,
  'states broken': ({ state, url, status }) => `${url} returned ${status} for the state "${state}"`,
  'states out of reach': ({ url, why }) =>
    url === ''
      ? `STATES_COMMAND returned no state: ${why}. Run it by hand, as docs/provider-states.md shows; its stderr is in states.log of the reports`
      : `no provider states from ${url}: ${why}. Fix PROVIDER_STATES_URL, or start its service`,
  budget: ({ variable, most, spent, per }) =>
    `budget exhausted (${most} of ${most} used or reserved${per ? `, ${spent} more used earlier this ${per}` : ''}). Increase ${variable}`,
  guard: ({ why, isFinal }) =>
    `guard: ${why}; ${isFinal ? 'nothing more is sent' : 'nothing is created or deleted there unless ALLOW_LIVE=1 is set'}`,
  sandbox: ({ endpoint, header, value }) => `in the sandbox every request of ${endpoint} needs ${header}: ${value}`,
  path: ({ parameter, value }) =>
    `the ${parameter} ${JSON.stringify(value)} of a provider state cannot be part of a URL`,
  capability: ({ without, isUnproven }) =>
    `switched off by WITHOUT=${without.join(',')}${isUnproven ? `: ${unproven}` : ''}`,
  'failed control': ({ requirement }) => `root cause: ${requirement}`,
  busy: ({ status, wait }) =>
    `the target kept returning ${status}${wait ? `, with a Retry-After of ${wait.asked} s, more than the ${wait.longest} s that the run still waits` : ''}`,
  'not recorded': ({ asked }) => `the recording does not contain this request: ${asked}`,
  clock: ({ ours, theirs }) =>
    `the clock of this machine (${ours}) and the Date header of the target (${theirs}) differ. Fix the wrong one`,
  'out of reach': ({ failure }) => `the target is unreachable: ${failure.words}`,
  outage: ({ words }) => words,
  'suite error': ({ words }) => `internal error of the suite: ${words}`,
  'left out': ({ words }) => words,
  'cut short': ({ words }) => words,
  'worker lost': ({ words }) =>
    `the process of this test ended too early (${words}). Check memory and the temporary folder, and use fewer --workers`,
  'not asked': ({ words }) => words,
};

/** Returns one sentence about a problem of a response. */
export function describeProblem(problem: Problem): string {
  const { place, expected, actual } = toFact(problem);
  if (problem.kind === 'other') return problem.words;
  const isOfField = problem.kind === 'schema' && problem.pointer !== '';
  const where = problem.kind === 'fact' ? '' : `${isOfField ? 'field ' : ''}${place}: `;
  if (expected === '') return `${where}${actual}`;
  return `${where}expected ${expected}${actual === '' ? '' : `, actual: ${actual}`}`;
}

/** Returns the message of a skip reason. */
export function describeSkipReason<Kind extends SkipKind>(reason: SkipReason<Kind>): string {
  return skipReasons[reason.kind](reason);
}

/** A problem as data: its place, the expected value and the actual value. */
export interface Fact {
  readonly place: string;
  readonly expected: string;
  readonly actual: string;
}

const facts: { readonly [Kind in ProblemKind]: (problem: Problem<Kind>) => Fact } = {
  status: ({ wanted, got }) => fact('status', wantedStatus(wanted), String(got)),
  json: ({ flaw, got }) =>
    fact('body', 'JSON (UTF-8, no byte order mark)', flaw === undefined ? got : `${got} (${flaw})`),
  'media type': ({ got }) => fact('content-type', 'a JSON media type', got ?? 'none'),
  code: ({ wanted, got }) => fact('error code', [...new Set(wanted)].join(' or '), got),
  label: ({ wanted, got }) => fact('error label', wanted, got),
  schema: ({ pointer, wanted, got }) => fact(fieldName(pointer), wanted.replace(/^must (?:be |match )?/, ''), got),
  fact: ({ field, wanted, got }) => fact(field ?? 'response', wanted, got),
  control: ({ got }) => fact('status of the valid request', wantedStatus('success'), String(got)),
  negativeControl: () => fact('invalid requests', 'rejected', 'accepted'),
  smallest: ({ members }) => fact('smallest rejected values', '', valuesOf(members)),
  other: ({ words }) => fact('', '', words),
};

/** Returns the name of a field from its JSON pointer: `items.0.id` for `/items/0/id`. */
function fieldName(pointer: string): string {
  return pointer.slice(1).replaceAll('/', '.') || 'body';
}

function fact(place: string, expected: string, actual: string): Fact {
  return { place, expected, actual };
}

/** Returns the place, the expected value and the actual value of a problem. */
export function toFact<Kind extends ProblemKind>(problem: Problem<Kind>): Fact {
  return facts[problem.kind](problem);
}

/** Returns the problems of the first response of a violation, with the actual values. */
export function describeViolation({ exchanges: [first] }: Extract<Failure, { kind: 'breach' }>): string {
  return first
    ? `${first.problems.map(describeProblem).join('; ')} (${first.method} ${first.path} returned ${first.status})`
    : '';
}

const statuses = { success: 'any 2xx', 'no 5xx': 'any status but 5xx' } as const;

function wantedStatus(wanted: ExpectedStatus): string {
  if (wanted === 'success' || wanted === 'no 5xx') return statuses[wanted];
  return typeof wanted === 'object' ? [...new Set(wanted)].join(' or ') : String(wanted);
}

function valuesOf(members: Readonly<Record<string, unknown>>): string {
  const values = Object.entries(members).map(([pointer, value]) => `${pointer} ${JSON.stringify(value)}`);
  return values.join(' and ');
}
