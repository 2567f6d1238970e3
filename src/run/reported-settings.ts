import { redact } from '#redaction/redact';
import { context } from './context.ts';
import { type Settings, secretSettings } from './settings/settings.ts';

/** The settings that change what a test sends, where, and how it is judged; the rest steer the run around it. */
const telling: readonly (keyof Settings)[] = [
  'TARGET',
  'BASE_URL',
  'PROVIDER_STATES_URL',
  'STATES_COMMAND',
  'STATES_FILE',
  'TEST_ACCOUNTS',
  'EXTRA_HEADERS',
  'PROVIDER_STATES_HEADERS',
  'HTTPS_PROXY',
  'CLIENT_CERT',
  'REQUIREMENTS',
  'OPERATIONS',
  'WITHOUT',
  'STRICT',
  'DEPTH',
  'SEEDS',
  'TOKEN_LIFETIME',
  'REQUEST_TIMEOUT',
  'EXTRA_CA',
  'MOCK_VARIATION',
  'MOCK_FAULT',
];

/** Says where the embedded provider is, the run finds out; a merge is told where it was. */
const ofOthers: ReadonlySet<keyof Settings> = new Set([
  'TARGET',
  'BASE_URL',
  'PROVIDER_STATES_URL',
  'HTTPS_PROXY',
] as const);

/** Returns what of them was set, as it was written. */
export function listReportedSettings(): Record<string, string> {
  const { written, settings } = context();
  const isEmbedded = settings.TARGET === 'embedded';
  const names = telling.filter((name) => !(isEmbedded && ofOthers.has(name)));
  const set = names.flatMap((name) =>
    written[name] ? [[name, secretSettings.has(name) ? '' : shown(written[name])] as const] : [],
  );
  return Object.fromEntries(set);
}

/** A URL may hold a password or a key, which only who runs the suite has. */
function shown(value: string): string {
  const isUrl = /^https?:/i.test(value);
  return isUrl && /[@?]/.test(value) ? '' : redact(value);
}
