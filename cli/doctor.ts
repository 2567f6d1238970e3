import type { Command } from 'commander';
import pMap from 'p-map';
import { getField } from '#api/exchange';
import { type State, stateNames, states } from '#api/states';
import { escapeToLine } from '#api/text';
import { checkTarget, sendToStates } from '#assertions/connection';
import { findProxy } from '#http/gateway';
import { createStateRequest } from '#http/states-client';
import { isPublicValue } from '#redaction/names';
import takers from '#requirements/states.json' with { type: 'json' };
import { sources } from '#run/context';
import { print, toMessage } from '#run/process/output';
import { isHiddenSetting } from '#run/reported-settings';
import type { RunContext } from '#run/run-context';
import { type Settings, table } from '#run/settings/settings';
import { rejectMisnamed } from '#run/start';
import { getStatesSource, listPlanLines } from './plan.ts';
import { addSettingOptions, withRun } from './setting-options.ts';
import { setUpState } from './state.ts';

/** Checks what a run needs, and creates nothing but provider states, which it ends again. */
export function define(command: Command): void {
  addSettingOptions(command).action(withRun(checkRun));
  const plan = command.command('plan').description('Print what a run would judge and create. Sends nothing.');
  addSettingOptions(plan).action(withRun((run) => print(listPlanLines(run).join('\n'))));
  const config = command.command('config').description('Print the settings of a run and where each is set.');
  addSettingOptions(config).action(withRun((run) => print(listSettingLines(run).join('\n'))));
}

async function checkRun(run: RunContext): Promise<void> {
  const { settings } = run;
  rejectMisnamed(run);
  if (settings.BASE_URL === '') throw new Error('BASE_URL is not set. Set BASE_URL to the URL of the target.');
  print(`ok       settings`);
  const [reason, checked] = await Promise.all([
    checkTarget(run),
    pMap(stateNames, (state) => check(run, state), { concurrency: 8 }),
  ]);
  print([describeTarget(reason, settings), ...listStateLines(checked), conclude(reason, checked, settings)].join('\n'));
  process.exitCode = reason === undefined && checked.some(({ why }) => why === undefined) ? 0 : 1;
}

function describeTarget(reason: string | undefined, settings: Settings): string {
  const { BASE_URL } = settings;
  if (reason !== undefined) return `failed   ${escapeToLine(reason)}`;
  const proxy = findProxy(BASE_URL, settings);
  const tls = BASE_URL.startsWith('https:') ? ', TLS verified' : '';
  return `ok       ${BASE_URL}${tls}${proxy ? `, through the proxy ${proxy.server}` : ''}`;
}

/** Returns a provider state with its fields; `why` is the reason why tests cannot use it. */
async function check(run: RunContext, state: State) {
  try {
    const { values, isOpen } = await setUpState(run, state);
    const { PROVIDER_STATES_URL: url } = run.settings;
    if (isOpen) await sendToStates(url, run.settings)?.(createStateRequest(url, state, 'teardown')).catch(() => {});
    const missing = states[state].filter((name) => getField(values, name) === undefined);
    const fields = Object.keys(values);
    return missing.length === 0 ? { state, fields } : { state, fields, why: `without ${missing.join(', ')}` };
  } catch (error) {
    return { state, fields: [], why: toMessage(error) };
  }
}

type Checked = Awaited<ReturnType<typeof check>>;

/** Returns a line for each state; a reason that all states share is one line. */
function listStateLines(checked: readonly Checked[]): string[] {
  const [shared, ...others] = new Set(checked.map((each) => each.why));
  if (shared !== undefined && others.length === 0) return [`failed   provider states: ${escapeToLine(shared)}`];
  return checked.map(({ state, fields, why }) =>
    why === undefined
      ? `ok       ${state}: ${escapeToLine(fields.join(', '))}`
      : `missing  ${state}: ${escapeToLine(why)}\n         needed by: ${takers[state]}`,
  );
}

function conclude(reason: string | undefined, checked: readonly Checked[], settings: Settings): string {
  const missing = checked.filter(({ why }) => why !== undefined).length;
  const source = getStatesSource(settings) || 'STATES_FILE and variables';
  const words = `${checked.length - missing} of ${checked.length} provider states are complete, from ${source}.`;
  if (reason !== undefined) return `${words} The target cannot be reached.`;
  return missing === 0 ? `${words} Ready to run.` : `${words} Provide the missing ones (docs/provider-states.md).`;
}

/** Returns each setting and each state variable, with the place that sets it; the last of several places wins. */
function listSettingLines({ settings, written }: RunContext): string[] {
  const setting = (name: string) =>
    isHiddenSetting(name, written[name]) ? '(a secret)' : (written[name] ?? toText(name, settings));
  const state = (name: string) => {
    const [, field = ''] = name.split('__');
    return isPublicValue(field.toLowerCase()) ? written[name] : '(a secret)';
  };
  return [...Object.keys(table), ...Object.keys(written).filter((name) => name.startsWith('STATE_'))].map((name) => {
    const place = sources().findLast(({ values }) => values[name]?.trim())?.name ?? 'default';
    return `${`${name}=${name in table ? setting(name) : state(name)}`.padEnd(59)} # ${place}`;
  });
}

function toText(name: string, settings: object): string {
  const value: unknown = Reflect.get(settings, name);
  if (typeof value === 'boolean') return value ? '1' : '0';
  return value === undefined || value === 0 || typeof value === 'object' ? '' : String(value);
}
