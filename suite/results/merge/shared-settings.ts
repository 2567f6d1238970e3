import { context } from '../../run/context.ts';
import { redact } from '../../run/secrets/redact.ts';
import { readSettings, type Settings, table } from '../../run/settings/settings.ts';

/** Settings that each machine has for itself, or that stand apart in what a shard leaves. */
const own: ReadonlySet<string> = new Set<keyof Settings>([
  'BASE_URL',
  'TARGET',
  'SEED',
  'RUN_ID',
  'SHARD',
  'OWN_STATES',
  'PROVIDER_STATES_URL',
  'REPORTS_DIR',
  'HISTORY',
  'LEDGERS_DIR',
  'WAIVERS_DIR',
  'WORKERS',
  'EXTRA_CA',
]);

/** The names of the settings that all machines of a run must have alike. */
export const sharedNames = Object.keys(table).filter((name) => !own.has(name));

/** What of them is set otherwise than it is by default, as it was written. */
export function sharedSettings(): Record<string, string> {
  const { settings, written } = context();
  const values = new Map<string, unknown>(Object.entries(settings));
  const defaults = new Map<string, unknown>(Object.entries(readSettings({})));
  const changed = sharedNames.filter((name) => values.get(name) !== defaults.get(name));
  return Object.fromEntries(changed.map((name) => [name, redact(written[name] ?? '')]));
}
