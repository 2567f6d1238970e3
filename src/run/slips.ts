import { type State, states, variableOf } from '#api/states';

/** What a state of the environment may hold besides its values. */
const besides = ['LIVE_MODE', 'CODE_VERIFIER'];

/** The first variable that looks like one of ours and is none, in one sentence that names the right one. */
export function slipIn(names: readonly string[], known: readonly string[]): string | undefined {
  for (const name of names) {
    const meant = name.startsWith('STATE_') ? stateSlip(name) : slip(name, known);
    if (meant !== undefined) return `${name} is no variable of the suite: ${meant}.`;
  }
  return undefined;
}

function slip(name: string, known: readonly string[]): string | undefined {
  if (known.includes(name) || /^(?:https?|no|all)_proxy$/i.test(name)) return undefined; // what many programs read
  const meant = known.find((own) => isNear(name, own));
  return meant && `set ${meant}, or take it away`;
}

function stateSlip(name: string): string | undefined {
  const [prefix = '', value = ''] = name.split(/__(.*)/);
  const [own] = stateNames.filter((state) => prefixOf(state) === prefix);
  if (own === undefined) {
    const near = stateNames.find((state) => isNear(prefix, prefixOf(state)));
    return near
      ? `set ${variablesOf(near).join(', ')}`
      : 'no provider state has that name; .env.example lists them';
  }
  const isOwn = [...besides, ...states[own].map((each) => each.toUpperCase())].includes(value);
  return isOwn ? undefined : `set ${variablesOf(own).join(', ')}`;
}

const stateNames = Object.keys(states).filter((name): name is State => Object.hasOwn(states, name));

function prefixOf(state: State): string {
  return variableOf(state, '').replace(/__$/, '');
}

function variablesOf(state: State): string[] {
  return states[state].map((value) => variableOf(state, value));
}

/** Whether two names differ in their underscores, or in one letter more, less, other, or in two that changed places. */
function isNear(name: string, own: string): boolean {
  const [a, b] = [name, own].map((text) => text.toUpperCase().replaceAll('_', ''));
  if (a === undefined || b === undefined) return false;
  if (a === b) return true;
  if (name !== name.toUpperCase() || own.length < 5 || Math.abs(a.length - b.length) > 1) return false;
  const start = [...a].findIndex((letter, at) => letter !== b[at]);
  const from = start < 0 ? a.length : start;
  const rest = (text: string, skipped: number) => text.slice(from + skipped);
  if (a.length !== b.length)
    return a.length > b.length ? rest(a, 1) === rest(b, 0) : rest(a, 0) === rest(b, 1);
  const isSwapped = a[from] === b[from + 1] && a[from + 1] === b[from];
  return rest(a, 1) === rest(b, 1) || (isSwapped && rest(a, 2) === rest(b, 2));
}
