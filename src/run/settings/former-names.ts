import { type State, stateNames, states, toStateVariable } from '#api/states';
import { isNear } from '#run/process/command-errors';
import former from './former-names.json' with { type: 'json' };
import { table } from './settings.ts';

type Variables = NodeJS.Dict<string>;

/** Variables that are read for one more release, each with the setting and the entry of it that they became. */
const { renamed, removed }: { renamed: Record<string, readonly string[]>; removed: Record<string, string> } = former;

export const formerNames: ReadonlySet<string> = new Set([...Object.keys(renamed), ...Object.keys(removed)]);

/** Returns the message for the first removed variable; undefined if there is none. */
export function describeRemoved(variables: Variables): string | undefined {
  const name = Object.keys(removed).find((each) => variables[each]?.trim());
  return name && `${name} was removed. ${removed[name]}.`;
}

export function describeDeprecated(variables: Variables): string | undefined {
  const names = Object.keys(renamed).filter((name) => variables[name]?.trim());
  if (names.length === 0) return undefined;
  const current = applyRenamed(variables);
  const use = [...new Set(names.map((name) => renamed[name]?.[0] ?? ''))].map((setting) =>
    setting === '--workers' ? `--workers=${variables.WORKERS}` : `${setting}='${current[setting]}'`,
  );
  return `${names.join(', ')}: deprecated. Use ${use.join(' and ')}.`;
}

/** Returns the variables with each renamed one as an entry of its setting, unless that has the entry. */
export function applyRenamed(variables: Variables): Variables {
  const listEntries = (setting: string) =>
    Object.entries(renamed).flatMap(([name, [current, entry = '']]) => {
      const value = variables[name]?.trim();
      return current === setting && value ? [[entry, value] as const] : [];
    });
  const budget = listEntries('BUDGET');
  const product = listEntries('PRODUCT');
  const [header] = listEntries('TARGET_BUILD');
  const { BUDGET = '', PRODUCT = '', TARGET_BUILD = '' } = variables;
  const pairs = BUDGET.split(',').filter((pair) => pair.trim() !== '');
  return {
    ...variables,
    ...(budget.length > 0 && { BUDGET: [...budget.map((pair) => pair.join('=')), ...pairs].join(',') }),
    ...(product.length > 0 &&
      !PRODUCT.startsWith('{') && { PRODUCT: JSON.stringify({ name: PRODUCT, ...Object.fromEntries(product) }) }),
    ...(header && TARGET_BUILD.trim() === '' && { TARGET_BUILD: header.join(':') }),
  };
}

/** Returns the message for the first variable that is almost one of ours; undefined if there is none. */
export function describeUnknown(names: readonly string[]): string | undefined {
  for (const name of names) {
    const hint = name.startsWith('STATE_') ? findStateHint(name) : findSettingHint(name);
    if (hint !== undefined) return `Unknown variable ${name}. ${hint}`;
  }
  return undefined;
}

function findSettingHint(name: string): string | undefined {
  const known = Object.keys(table);
  const isOther = known.includes(name) || formerNames.has(name) || /^(?:(?:https?|no|all)_|go)proxy$/i.test(name);
  const near = isOther ? undefined : known.find((candidate) => isNear(name, candidate));
  return near && `Did you mean ${near}?`;
}

function findStateHint(name: string): string | undefined {
  const [prefix = '', value = ''] = name.split(/__(.*)/);
  const getPrefix = (state: State) => toStateVariable(state, '').replace(/__$/, '');
  const variables = (state: State) => states[state].map((field) => toStateVariable(state, field)).join(' or ');
  const exact = stateNames.find((state) => getPrefix(state) === prefix);
  const near = exact ?? stateNames.find((state) => isNear(prefix, getPrefix(state)));
  if (near === undefined) return 'No provider state has that name. Use those of docs/provider-states.md.';
  if (exact === undefined) return `Did you mean ${variables(near)}?`;
  const fields = ['LIVE_MODE', 'CODE_VERIFIER', ...states[exact].map((field) => field.toUpperCase())];
  return fields.includes(value) ? undefined : `Expected ${variables(exact)}.`;
}
