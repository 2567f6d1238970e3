import { type Command, Option } from 'commander';
import { setCommandLineSettings } from '#run/context';
import { table } from '#run/settings/settings';

/** Holds what has an option of Playwright's own: --workers. */
const ofPlaywright: ReadonlySet<string> = new Set(['WORKERS']);
const others = Object.entries(table).filter(([name]) => !ofPlaywright.has(name));

/** Gives a command an option for each setting, `--base-url` for BASE_URL, and reads them before it does anything. */
export function settingOptions(command: Command): Command {
  for (const [name, { desc = '', default: fallback }] of others)
    command.addOption(optionOf(name, desc, typeof fallback === 'boolean'));
  return command.hook('preAction', () => setCommandLineSettings(said(command)));
}

function optionOf(name: string, desc: string, isFlag: boolean): Option {
  const short = name === 'PROVIDER_STATES_URL' ? '--states-url, ' : '';
  return new Option(`${short}${flagOf(name)}${isFlag ? '' : ' <value>'}`, desc);
}

function said(command: Command): Record<string, string> {
  const options: Readonly<Record<string, string | true>> = command.opts();
  return Object.fromEntries(
    others.flatMap(([name]) => {
      const value = options[new Option(flagOf(name)).attributeName()];
      return value === undefined ? [] : [[name, value === true ? '1' : value]];
    }),
  );
}

/** `--base-url` for BASE_URL. */
function flagOf(name: string): string {
  return `--${name.toLowerCase().replaceAll('_', '-')}`;
}
