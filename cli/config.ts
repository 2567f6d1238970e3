import type { Command } from 'commander';
import { isPublicValue } from '#redaction/names';
import { context, sources } from '#run/context';
import { secretSettings, table } from '#run/settings/settings';
import { settingOptions } from './setting-options.ts';

/** The settings that a run with these options would have, and where each stands. */
export function define(command: Command): void {
  settingOptions(command)
    .addHelpText(
      'after',
      '\nA setting stands in conformance.config.json or conformance.config.ts, .env, the environment or the options; the last of them has it.',
    )
    .action(print);
}

function print(): void {
  const { written } = context();
  const states = Object.keys(written).filter((name) => name.startsWith('STATE_'));
  const lines = [
    ...Object.keys(table).map((name) => line(name, valueFor(name), placeOf(name))),
    ...states.map((name) => line(name, shown(name, written[name] ?? ''), placeOf(name))),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function valueFor(name: string): string {
  const { settings, written } = context();
  return written[name] && secretSettings.has(name) ? '(a secret)' : (written[name] ?? usualOf(name, settings));
}

function line(name: string, value: string, place: string): string {
  return `${`${name}=${value}`.padEnd(59)} # ${place}`;
}

/** The last place that says anything of a setting. */
function placeOf(name: string): string {
  return sources().findLast(({ values }) => values[name]?.trim())?.name ?? 'usual';
}

function usualOf(name: string, settings: object): string {
  const value: unknown = Object.entries(settings).find(([own]) => own === name)?.[1];
  if (typeof value === 'boolean') return value ? '1' : '0';
  return value === undefined || value === 0 ? '' : String(value);
}

/** The value of a state, where a report may show it. */
function shown(name: string, value: string): string {
  const [, own = ''] = name.split('__');
  return isPublicValue(own.toLowerCase()) ? value : '(a secret)';
}
