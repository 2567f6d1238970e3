import { type Command, Option } from 'commander';
import { context, setCommandLineSettings } from '#run/context';
import type { RunContext } from '#run/run-context';
import { groups, table } from '#run/settings/settings';

/** Adds an option for each setting, `--base-url` for BASE_URL, and reads them before the action. */
export function addSettingOptions(command: Command): Command {
  for (const [title, group] of Object.entries(groups))
    for (const [name, { desc = '', default: fallback }] of Object.entries(group))
      command.addOption(getOption(name, desc, typeof fallback === 'boolean').helpGroup(`${title}:`));
  return command.hook('preAction', () => setCommandLineSettings(readOptions(command)));
}

/** Returns the action of a command, which gets the context of the run before its words. */
export function withRun<W extends unknown[], R>(action: (run: RunContext, ...words: W) => R) {
  return (...words: W): R => action(context(), ...words);
}

function getOption(name: string, desc?: string, isFlag = false): Option {
  const short = name === 'PROVIDER_STATES_URL' ? '--states-url, ' : '';
  const option = new Option(`${short}${getFlag(name)}${isFlag ? '' : ' <value>'}`, desc);
  return Object.assign(option, { negate: false }); // --no-proxy is NO_PROXY, and not the opposite of --proxy
}

function readOptions(command: Command): Record<string, string> {
  const options: Readonly<Record<string, string | true>> = command.opts();
  const given = Object.keys(table).map((name) => [name, options[getOption(name).attributeName()]] as const);
  const flags = given.map(([name, value]) => [name, value === true ? '1' : value] as const);
  return Object.fromEntries(flags.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/** Returns the option for a setting: `--base-url` for BASE_URL. */
export function getFlag(name: string): string {
  return `--${name.toLowerCase().replaceAll('_', '-')}`;
}
