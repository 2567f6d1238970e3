import type { SentRequest } from '#api/exchange';
import { type State, type StateValues, toStateVariable } from '#api/states';
import { layouts } from '#factories/malformed';
import { inOtherCase, madeUp } from '#factories/near-misses/texts';
import { listSecretTexts } from '#redaction/names';
import { isMadeUp, withoutEscapes } from '#redaction/redact';
import { isSuiteWord } from '#redaction/secret-patterns';
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

const MOST = 3;

/** Returns the lines of a shell that send a request again with fresh values; the last one sends the request. */
export function buildReproduction(request: SentRequest, observations: Observations, print: Print): readonly string[] {
  const { earlier, issued } = findEarlier(request, observations);
  const order = observations.observedBefore(request).map((each) => each.request);
  const sent = [...[...earlier].sort((one, other) => order.indexOf(one) - order.indexOf(other)), request];
  const plan = createPlan(observations, print);
  for (const each of observations.findStates(sent.map(toText).join('\n'))) plan.addState(each);
  for (const each of sent) {
    for (const value of secretsIn(each)) if (!issued.has(value)) plan.explain(value);
    plan.addRequest(each, each === request ? undefined : [...issued.values()].filter(({ by }) => by === each));
  }
  return plan.lines;
}

/** Finds the requests that a request depends on: those that issued its values, and those that used up the same ones. */
function findEarlier(last: SentRequest, observations: Observations) {
  const issued = new Map<string, IssuedVariable>();
  const earlier = new Set<SentRequest>();
  const add = (request: SentRequest): void => {
    const text = toText(request);
    const states = observations.findStates(text);
    const observed = observations.observedBefore(request);
    const given = states.flatMap(({ values }) => Object.entries(values));
    const found = secretsIn(request).flatMap((value) => {
      const issuer = given.some(([, own]) => own === value) ? undefined : findIssuer(value, observed);
      if (issuer === undefined) return [];
      const { field, by } = issuer;
      const name = issued.get(value)?.name ?? `${field.toUpperCase()}_${issued.size + 1}`;
      issued.set(value, { name, value, field, by: by.request });
      return [{ field, value, request: by.request, response: by.text }];
    });
    const used = [...given, ...found.map(({ field, value }) => [field, value] as const)].flatMap(([name, value]) =>
      consumed.has(name) && text.includes(value) ? [value] : [],
    );
    // A renewal with the refresh token of the same response may have ended an access token.
    for (const { response } of found) used.push(...(/"refresh_token"\s*:\s*"([^"]+)"/.exec(response)?.slice(1) ?? []));
    const before = observed.filter(({ sent }) => used.some((value) => sent.includes(value)));
    for (const next of [...before.slice(-MOST), ...found].map((each) => each.request)) {
      if (earlier.has(next) || earlier.size >= MOST * 2) continue;
      earlier.add(next);
      add(next);
    }
  };
  add(last);
  return { earlier, issued };
}

/** Returns the values that stand where a secret does; header fields have their names, by which secrets are found. */
function secretsIn({ url, headers, body = '' }: SentRequest): string[] {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [
    ...new Set([
      ...listSecretTexts([url, ...new Set([body, withoutEscapes(body)]), ...fields].join('\n')),
      ...(headers.cookie === undefined ? [] : [headers.cookie]),
    ]),
  ];
}

function createPlan({ latestStates }: Observations, print: Print) {
  const lines: string[] = [];
  const variables: Variable[] = [];
  const states: StateValues[] = [];
  const define = (kind: string, value: string, write: (name: string) => string) => {
    const name = `${kind}_${variables.filter((each) => each.name.startsWith(kind)).length + 1}`;
    lines.push(write(name));
    variables.push({ name, value });
  };
  const addState = (given: StateValues) => {
    const count = states.filter(({ state }) => state === given.state).length;
    const prefix = count === 0 ? undefined : `VALUES_${count + 1}`; // the request has two of one state
    states.push(given);
    lines.push(print.state(given.state, prefix));
    for (const [name, value] of Object.entries(given.values))
      variables.push({
        value,
        name: prefix === undefined ? toStateVariable(given.state, name) : `${prefix}_${name.toUpperCase()}`,
      });
  };
  const addDerived = (value: string): boolean => {
    const known = variables.find((each) => derive(value, each.value));
    const other = known
      ? undefined
      : latestStates().find(({ values }) => Object.values(values).some((base) => derive(value, base)));
    if (other) {
      addState(other);
      return addDerived(value);
    }
    const pieces = known && derive(value, known.value);
    if (!known || !pieces) return false;
    const words = pieces.map((piece) => (typeof piece === 'string' ? quote(piece) : filterFor(piece, known.name)));
    define('WRONG', value, (name) => `${name}=${words.join('')}`);
    return true;
  };
  const explain = (value: string) => {
    if (variables.some((each) => each.value === value)) return;
    if (value.length < 4 || isMadeUp(value) || isSuiteWord(value))
      define('MADE_UP', value, (name) => `${name}=${quote(value)}`);
    else if (!addDerived(value)) define('SECRET', value, (name) => `# set ${name}: only the run had this secret`);
  };
  const addEscaped = ({ name: of, value }: Variable, body: string) => {
    const escaped = layouts.escaped(value).slice(1, -1);
    if (escaped === value || !body.includes(escaped)) return;
    define('ESCAPED', escaped, (name) => `${name}=${filterFor({ change: 'escaped', from: 0 }, of)}`);
  };
  /** Adds a request, and the variables that its response sets; the last one, which has none, shows its response. */
  const addRequest = (request: SentRequest, sets: readonly IssuedVariable[] | undefined) => {
    for (const variable of [...variables]) addEscaped(variable, request.body ?? '');
    const command = print.request(request, variables, sets ? '-s' : '-i');
    const response = sets?.[0] && `RESPONSE_OF_${sets[0].name}`;
    if (response !== undefined) lines.push(`${response}="$(${command})"`);
    else lines.push(sets ? `${command} > /dev/null` : command);
    for (const { name, field, value } of sets ?? []) {
      const read = `sed -n 's/.*"${field}" *: *"\\([^"]*\\)".*/\\1/p' | head -n 1`;
      lines.push(`${name}="$(printf %s "$${response}" | ${read})"`);
      variables.push({ name, value });
    }
  };
  return { lines, addState, explain, addRequest };
}

/** Returns a text in single quotes; a token type is split, because what follows it is redacted. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`).replace(/(APP_USR|TEST)(?=[\w.-])/g, `$1''`)}'`;
}

/** A part of a value that was made of another one: text, or a slice of the other, changed. */
export type Piece = string | { readonly change: Change; readonly from: number; readonly to?: number };
type Change = keyof typeof changes;

/** The changes that a test makes to a value to send a wrong one, each with the same shell filter. */
const changes = {
  none: { of: (text: string) => text, filter: '' },
  'made up': { of: madeUp, filter: `tr '0-9a-zA-Z' '1-90b-zaB-ZA'` },
  'other case': { of: inOtherCase, filter: `tr 'a-zA-Z' 'A-Za-z'` },
  backwards: { of: (text: string) => [...text].reverse().join(''), filter: 'rev' },
  escaped: {
    of: (text: string) => layouts.escaped(text).slice(1, -1),
    filter: `od -An -v -tx1 | tr -d ' \\n' | sed 's/../\\\\u00&/g'`,
  },
  'basic pair': {
    of: (text: string) => Buffer.from(`user:${text}`).toString('base64'),
    filter: `sed 's/^/user:/' | tr -d '\\n' | base64 | tr -d '\\n'`,
  },
} as const;
const names = Object.keys(changes).filter((name): name is Change => name in changes);

/** Minimum length of a slice, and maximum length around slices: otherwise the two values are unrelated. */
const SHORTEST = 4;
const MOST_TEXT = 24;
const LONGEST = 1_000;

/** Returns the pieces by which a value was made from another one; undefined if it was not. */
export function derive(value: string, base: string): readonly Piece[] | undefined {
  if (base.length < SHORTEST || Math.max(value.length, base.length) > LONGEST) return undefined;
  const forms = names.map((change) => ({ change, text: changes[change].of(base) }));
  const pieces: Piece[] = [];
  let text = '';
  let length = 0;
  for (let at = 0; at < value.length && length <= MOST_TEXT; ) {
    const slice = longestSlice(value.slice(at), forms);
    if (slice === undefined) {
      text += value.charAt(at);
      length += 1;
      at += 1;
      continue;
    }
    if (text !== '') pieces.push(text);
    text = '';
    pieces.push(slice.piece);
    at += slice.length;
  }
  if (pieces.length === 0 || length > MOST_TEXT) return undefined;
  return text === '' ? pieces : [...pieces, text];
}

function longestSlice(rest: string, forms: readonly { readonly change: Change; readonly text: string }[]) {
  const slices = forms.map(({ change, text }) => {
    let length = 0;
    while (length < rest.length && text.includes(rest.slice(0, length + 1))) length += 1;
    const from = text.indexOf(rest.slice(0, length));
    const isToEnd = from + length === text.length;
    return { length, piece: { change, from, ...(isToEnd ? {} : { to: from + length }) } };
  });
  const best = slices.reduce((one, other) => (other.length > one.length ? other : one));
  return best.length < SHORTEST ? undefined : best;
}

/** Returns the shell word for a piece of the value that a variable has. */
export function filterFor({ change, from, to }: Exclude<Piece, string>, variable: string): string {
  const { filter } = changes[change];
  const cut = from === 0 && to === undefined ? '' : `cut -c${from + 1}-${to ?? ''}`;
  return `"$(${[`printf %s "$${variable}"`, filter, cut].filter(Boolean).join(' | ')})"`;
}
