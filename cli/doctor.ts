import type { Command } from 'commander';
import pMap from 'p-map';
import { escapeToLine, toPublicUrl } from '#api/escape-controls';
import { getField } from '#api/exchange';
import { type State, states } from '#api/states';
import { checkTarget, sendToStates } from '#assertions/connection';
import { requestFor } from '#assertions/given';
import takers from '#requirements/states.json' with { type: 'json' };
import { context, settings } from '#run/context';
import { findProxy } from '#run/gateway';
import { print } from '#run/process/output';
import { misnamed } from '#run/settings/target';
import { settingOptions } from './setting-options.ts';
import { valuesOf } from './state.ts';

/** Checks what a run needs, and creates nothing but provider states, which it ends again. */
export function define(command: Command): void {
  settingOptions(command).action(async () => {
    const { BASE_URL } = settings();
    const message = misnamed(settings(), context().written);
    if (message !== undefined) throw new Error(message);
    if (BASE_URL === '') throw new Error('BASE_URL is not set. Set BASE_URL to the URL of the target.');
    print(`ok       settings`);
    const [reason, checked] = await Promise.all([checkTarget(settings()), checkStates()]);
    print([targetLine(reason), ...statesLines(checked)].join('\n'));
    print(conclusion(reason, checked));
    process.exitCode = reason === undefined && checked.some(({ why }) => why === undefined) ? 0 : 1;
  });
}

function targetLine(reason: string | undefined): string {
  const { BASE_URL } = settings();
  if (reason !== undefined) return `failed   ${escapeToLine(reason)}`;
  const proxy = findProxy(BASE_URL, settings());
  const tls = BASE_URL.startsWith('https:') ? ', TLS verified' : '';
  return `ok       ${BASE_URL}${tls}${proxy ? `, through the proxy ${proxy.server}` : ''}`;
}

/** Describes one provider state; `why` says what keeps it from a test. */
interface Checked {
  readonly state: State;
  readonly fields: readonly string[];
  readonly why?: string;
}

function checkStates(): Promise<Checked[]> {
  const names = Object.keys(states).filter((name): name is State => name in states);
  return pMap(names, check, { concurrency: 8 });
}

async function check(state: State): Promise<Checked> {
  try {
    const values = await valuesOf(state);
    const missing = states[state].filter((name) => getField(values, name) === undefined);
    const fields = Object.keys(values);
    return missing.length === 0 ? { state, fields } : { state, fields, why: `without ${missing.join(', ')}` };
  } catch (error) {
    return { state, fields: [], why: error instanceof Error ? error.message : String(error) };
  } finally {
    const { PROVIDER_STATES_URL: url } = settings();
    await sendToStates(url, settings())?.(requestFor(url, state, 'teardown')).catch(() => undefined);
  }
}

/** Returns a line for each state; a reason that all states share is one line. */
function statesLines(checked: readonly Checked[]): string[] {
  const [why, ...others] = new Set(checked.map((each) => each.why));
  const isShared = why !== undefined && others.length === 0;
  return isShared ? [`failed   provider states: ${escapeToLine(why)}`] : checked.map(stateLines);
}

function stateLines({ state, fields, why }: Checked): string {
  if (why === undefined) return `ok       ${state}: ${escapeToLine(fields.join(', '))}`;
  return `missing  ${state}: ${escapeToLine(why)}\n         not exercised in full without it: ${takers[state]}`;
}

function conclusion(reason: string | undefined, checked: readonly Checked[]): string {
  const missing = checked.filter(({ why }) => why !== undefined).length;
  const { PROVIDER_STATES_URL, STATES_COMMAND } = settings();
  const source =
    toPublicUrl(PROVIDER_STATES_URL) || (STATES_COMMAND === '' ? 'STATES_FILE and variables' : 'STATES_COMMAND');
  const words = `${checked.length - missing} of ${checked.length} provider states from ${source}.`;
  if (reason !== undefined) return `${words} The target cannot be reached.`;
  return missing === 0 ? `${words} Ready to run.` : `${words} Provide the missing ones (docs/provider-states.md).`;
}
