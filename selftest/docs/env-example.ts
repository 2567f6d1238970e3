import { type State, states, usedUp, variableOf } from '#api/states';
import { table } from '#run/settings/settings';

/** Returns the text of `.env.example`: every variable of a run, then the values of each provider state. */
export function envExample(): string {
  const settings = Object.entries(table).map(
    ([name, row]) => `# ${row.desc}\n#${name}=${shown(row.default)}\n`,
  );
  const values = stateNames().map(
    (state) =>
      `# ${state}${usedUp.has(state) ? ' (used up by the one test that gets it: as many as there are, with commas between)' : ''}\n${states[
        state
      ]
        .map((value) => `#${variableOf(state, value)}=`)
        .join('\n')}\n`,
  );
  return [
    '# Copy to .env and take the # off what you set. See docs/targets.md.\n',
    ...settings,
    '# Provider states, where PROVIDER_STATES_URL is not set. A state is provided when all its values are set.\n',
    ...values,
  ].join('\n');
}

function stateNames(): State[] {
  return Object.keys(states).filter((name): name is State => Object.hasOwn(states, name));
}

function shown(fallback: unknown): string {
  if (typeof fallback === 'boolean') return fallback ? '1' : '0';
  return fallback === 0 || fallback === undefined ? '' : String(fallback);
}
