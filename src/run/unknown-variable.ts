import { type State, states, toStateVariable } from '#api/states';
import { formerNames } from './settings/former-names.ts';

/** Fields that a state may have in the environment beside its own. */
const optionalFields = ['LIVE_MODE', 'CODE_VERIFIER'];

/** Returns the message for the first variable that is almost one of ours; undefined if there is none. */
export function unknownVariable(names: readonly string[], known: readonly string[]): string | undefined {
  for (const name of names) {
    const hint = name.startsWith('STATE_') ? stateHint(name) : settingHint(name, known);
    if (hint !== undefined) return `Unknown variable ${name}. ${hint}`;
  }
  return undefined;
}

function settingHint(name: string, known: readonly string[]): string | undefined {
  const isOther = known.includes(name) || formerNames.has(name) || /^(?:https?|no|all)_proxy$/i.test(name);
  const near = isOther ? undefined : known.find((own) => isNear(name, own));
  return near && `Did you mean ${near}?`;
}

function stateHint(name: string): string | undefined {
  const [prefix = '', value = ''] = name.split(/__(.*)/);
  const [own] = stateNames.filter((state) => prefixOf(state) === prefix);
  if (own === undefined) {
    const near = stateNames.find((state) => isNear(prefix, prefixOf(state)));
    return near
      ? `Did you mean ${listOf(near)}?`
      : 'No provider state has that name. Use those of docs/provider-states.md.';
  }
  const isOwn = [...optionalFields, ...states[own].map((each) => each.toUpperCase())].includes(value);
  return isOwn ? undefined : `Expected ${listOf(own)}.`;
}

const stateNames = Object.keys(states).filter((name): name is State => Object.hasOwn(states, name));

function prefixOf(state: State): string {
  return toStateVariable(state, '').replace(/__$/, '');
}

function listOf(state: State): string {
  return states[state].map((value) => toStateVariable(state, value)).join(' or ');
}

/** Returns true if two names differ in underscores, in one letter, or in two swapped letters. */
export function isNear(name: string, own: string): boolean {
  const [a, b] = [name, own].map((text) => text.toUpperCase().replaceAll('_', ''));
  if (a === undefined || b === undefined) return false;
  if (a === b) return true;
  if (name !== name.toUpperCase() || own.length < 5 || Math.abs(a.length - b.length) > 1) return false;
  const start = [...a].findIndex((letter, at) => letter !== b[at]);
  const from = start < 0 ? a.length : start;
  const rest = (text: string, skipped: number) => text.slice(from + skipped);
  if (a.length !== b.length) return a.length > b.length ? rest(a, 1) === rest(b, 0) : rest(a, 0) === rest(b, 1);
  const isSwapped = a[from] === b[from + 1] && a[from + 1] === b[from];
  return rest(a, 1) === rest(b, 1) || (isSwapped && rest(a, 2) === rest(b, 2));
}
