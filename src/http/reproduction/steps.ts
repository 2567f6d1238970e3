import { getText, parseJson, type SentRequest } from '#api/exchange';
import { endpoints, operations } from '#api/operations';
import { type State, type StateValues, toStateVariable } from '#api/states';
import { listSecretTexts, listSpellings } from '#redaction/names';
import { isMadeUp } from '#redaction/redact';
import { isSuiteWord } from '#redaction/secret-patterns';
import { changes, derive, toFilter } from './derivation.ts';
import { findIssuer, type Observations, toText } from './observed.ts';

/** A shell variable and the value of this run that it stands for. */
export interface Variable {
  readonly name: string;
  readonly value: string;
}

/** Returns the lines of a shell that depend on the run: those that set up a state, and a command of curl. */
export interface Print {
  readonly state: (state: State, prefix: string | undefined) => string;
  readonly request: (request: SentRequest, variables: readonly Variable[], options: string) => string;
}

interface IssuedVariable extends Variable {
  readonly field: string;
  readonly by: SentRequest;
}

/** The values that a request uses up, so that the next request with one of them depends on it. */
const consumed: ReadonlySet<string> = new Set(['code', 'refresh_token', 'payment_intent_id', 'external_pos_id']);

const MOST_USERS = 3;

/** Holds the lines so far, and the variables and states that they set. */
interface Plan {
  readonly print: Print;
  readonly latestStates: Observations['latestStates'];
  readonly lines: string[];
  readonly variables: Variable[];
  readonly states: StateValues[];
}

/** Returns the lines of a shell that send a request again with fresh values; the last one sends the request. */
export function buildReproduction(request: SentRequest, observations: Observations, print: Print): readonly string[] {
  const { earlier, issued } = findEarlier(request, observations);
  const before = observations.observedBefore(request).map((each) => each.request);
  const sent = [...before.filter((each) => earlier.has(each)), request];
  const plan = { print, latestStates: observations.latestStates, lines: [], variables: [], states: [] } satisfies Plan;
  for (const each of observations.findStates(sent.map(toText).join('\n'))) addState(plan, each);
  for (const each of sent) {
    for (const value of listSecretsIn(each)) if (!issued.has(value)) addSecret(plan, value);
    addChangedValues(plan, each);
    addRequest(plan, each, each === request ? undefined : [...issued.values()].filter(({ by }) => by === each));
  }
  return plan.lines;
}

/** Finds the requests that a request depends on: those that issued its values, and those that used up the same ones. */
function findEarlier(last: SentRequest, observations: Observations) {
  const issued = new Map<string, IssuedVariable>();
  const earlier = new Set<SentRequest>();
  const add = (request: SentRequest): void => {
    const { issuers, users } = findSources(request, observations);
    for (const { field, value, by } of issuers) {
      const name = issued.get(value)?.name ?? `${field.toUpperCase()}_${issued.size + 1}`;
      issued.set(value, { name, value, field, by: by.request });
    }
    for (const next of [...users.slice(-MOST_USERS), ...issuers.map(({ by }) => by)].map((each) => each.request)) {
      if (earlier.has(next) || earlier.size >= MOST_USERS * 2) continue;
      earlier.add(next);
      add(next);
    }
  };
  add(last);
  return { earlier, issued };
}

/** Returns the responses that issued values of a request, and the earlier requests that used up one of its values. */
function findSources(request: SentRequest, observations: Observations) {
  const text = toText(request);
  const observed = observations.observedBefore(request);
  const given = observations.findStates(text).flatMap(({ values }) => Object.entries(values));
  const unknown = listSecretsIn(request).filter((value) => !given.some(([, known]) => known === value));
  const issuers = unknown.flatMap((value) => {
    const issuer = findIssuer(value, observed);
    return issuer === undefined ? [] : [{ ...issuer, value }];
  });
  const named = [...given, ...issuers.map(({ field, value }) => [field, value] as const)];
  const used = [
    ...named.flatMap(([name, value]) => (consumed.has(name) && text.includes(value) ? [value] : [])),
    // A renewal with the refresh token of the same response may have ended an access token.
    ...issuers.flatMap(({ by }) => /"refresh_token"\s*:\s*"([^"]+)"/.exec(by.text)?.slice(1) ?? []),
  ];
  // A deletion may have ended its token or, with an id that is almost right, what a later one deletes.
  const { authorization: token = '' } = request.headers;
  const isDeletion = ({ method, headers }: SentRequest) => method === 'DELETE' && headers.authorization === token;
  const users = observed.filter((each) => used.some((value) => each.sent.includes(value)) || isDeletion(each.request));
  return { issuers, users };
}

/** Returns the values that stand where a secret does; header fields have their names, by which secrets are found. */
function listSecretsIn({ url, headers, body = '' }: SentRequest): string[] {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [
    ...new Set([
      ...listSecretTexts([url, ...listSpellings(body), ...fields].join('\n')),
      ...(headers.cookie === undefined ? [] : [headers.cookie]),
    ]),
  ];
}

/** Adds a variable of a kind, with a number, and the line that sets it. */
function define({ lines, variables }: Plan, kind: string, value: string, write: (name: string) => string): void {
  const name = `${kind}_${variables.filter((each) => each.name.startsWith(kind)).length + 1}`;
  lines.push(write(name));
  variables.push({ name, value });
}

function addState({ print, lines, variables, states }: Plan, given: StateValues): void {
  const count = states.filter(({ state }) => state === given.state).length;
  const prefix = count === 0 ? undefined : `VALUES_${count + 1}`; // the request has two of one state
  states.push(given);
  lines.push(print.state(given.state, prefix));
  for (const [field, value] of Object.entries(given.values))
    variables.push({ name: toStateVariable(given.state, field, prefix), value });
}

/** Adds the line that sets a secret which no response issued. */
function addSecret(plan: Plan, value: string): void {
  if (plan.variables.some((each) => each.value === value)) return;
  if (value.length < 4 || isMadeUp(value) || isSuiteWord(value))
    define(plan, 'MADE_UP', value, (name) => `${name}=${quote(value)}`);
  else if (!addDerived(plan, value))
    define(plan, 'SECRET', value, (name) => `# set ${name}: only the run had this secret`);
}

const literals = new Set(endpoints.flatMap((endpoint) => operations[endpoint].path.split('/')));

/** Adds the lines that make a redirect_uri of the registered one, and ids of a path of those of a state, if a test changed them. */
function addChangedValues(plan: Plan, { url, body = '' }: SentRequest): void {
  const ids = new URL(url).pathname.split('/').filter((part) => !literals.has(part));
  for (const value of [getText(parseJson(body), 'redirect_uri'), ...ids]) addChanged(plan, value, 'CHANGED');
}

/** Adds the line that makes a value of that of a variable, of the fewest pieces; false if none has it. */
function addChanged(plan: Plan, value: string, kind: string): boolean {
  if (plan.variables.some((each) => each.value === value)) return true;
  const [best] = plan.variables
    .map(({ name, value: base }) => ({ name, pieces: derive(value, base) ?? [] }))
    .filter(({ pieces }) => pieces.length > 0)
    .sort((one, other) => one.pieces.length - other.pieces.length);
  if (best === undefined) return false;
  const words = best.pieces.map((piece) => (typeof piece === 'string' ? quote(piece) : toFilter(piece, best.name)));
  define(plan, kind, value, (name) => `${name}=${words.join('')}`);
  return true;
}

/** Adds the line that makes a secret of the value of a variable or of a state; returns false if it is made of neither. */
function addDerived(plan: Plan, value: string): boolean {
  if (addChanged(plan, value, 'WRONG')) return true;
  const state = plan.latestStates().find(({ values }) => Object.values(values).some((base) => derive(value, base)));
  if (state) addState(plan, state);
  return state !== undefined && addChanged(plan, value, 'WRONG');
}

function addEscaped(plan: Plan, { name: of, value }: Variable, body: string): void {
  const escaped = changes.escaped.of(value);
  if (escaped === value || !body.includes(escaped)) return;
  define(plan, 'ESCAPED', escaped, (name) => `${name}=${toFilter({ change: 'escaped', from: 0 }, of)}`);
}

/** Adds a request, and the variables that its response sets; the last one, which has none, shows its response. */
function addRequest(plan: Plan, request: SentRequest, sets: readonly IssuedVariable[] | undefined): void {
  const { print, lines, variables } = plan;
  if (request.body?.includes('\\u')) for (const variable of [...variables]) addEscaped(plan, variable, request.body);
  const command = print.request(request, variables, sets ? '-s' : '-i');
  const response = sets?.[0] && `RESPONSE_OF_${sets[0].name}`;
  if (response !== undefined) lines.push(`${response}="$(${command})"`);
  else lines.push(sets ? `${command} > /dev/null` : command);
  for (const { name, field, value } of sets ?? []) {
    const read = `sed -n 's/.*"${field}" *: *"\\([^"]*\\)".*/\\1/p' | head -n 1`;
    lines.push(`${name}="$(printf %s "$${response}" | ${read})"`);
    variables.push({ name, value });
  }
}

/** Returns a text in single quotes; a token type is split, because what follows it is redacted. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`).replace(/(APP_USR|TEST)(?=[\w.-])/g, `$1''`)}'`;
}
