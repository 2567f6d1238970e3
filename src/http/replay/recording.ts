import type { Subject } from '#api/requirement';
import { redact } from '#redaction/redact';
import { getBuild } from '#run/build';
import { context } from '#run/context';
import type { Settings } from '#run/settings/settings';
import type { Recording } from './har.ts';

/** Holds what decides which requests are sent, and the conditions of the verdict: a replay has it as the run had it. */
const asRecorded: readonly (keyof Settings)[] = [
  'PRODUCT',
  'REQUIREMENTS',
  'OPERATIONS',
  'WITHOUT',
  'TOKEN_LIFETIME',
  'DEPTH',
  'SEEDS',
  'REQUEST_TIMEOUT',
  'CONFIRM',
  'BUDGET',
  'MOCK_VARIATION',
  'MOCK_FAULT',
];

/** Holds what the run found for itself where nobody set it. */
const named: readonly (keyof Settings)[] = ['SEED', 'RUN_ID', 'BASE_URL', 'TARGET', 'TARGET_BUILD'];

/** The only settings that a recording may hold: they change what is asked, and run nothing. */
const allowed: ReadonlySet<string> = new Set([...asRecorded, ...named]);

/** Holds what would send, spend or store something, or decide what may be: in a replay nothing does. */
const unset: readonly (keyof Settings)[] = [
  'PROVIDER_STATES_URL',
  'STATES_COMMAND',
  'STATES_FILE',
  'STATES_STORE',
  'TEST_ACCOUNTS',
  'LIVE',
  'TARGET_BUILD_HEADER',
  'HAR',
];

/** Returns what the run that ends leaves for its replay besides its exchanges. */
export function recordingOf(subject: Subject, suite: Recording['suite'], lost: number): Recording {
  const { settings, written, started } = context();
  const { SEED, RUN_ID, BASE_URL, TARGET } = settings;
  const { version, commit, register } = suite;
  const said = asRecorded.flatMap((name) => (written[name] ? [[name, redact(written[name])] as const] : []));
  return {
    subject,
    run: RUN_ID,
    started,
    suite: { version, commit, register },
    settings: {
      ...Object.fromEntries(said),
      SEED: String(SEED),
      RUN_ID,
      BASE_URL,
      TARGET,
      TARGET_BUILD: getBuild(),
    },
    lost,
  };
}

/**
 * Returns the settings of the replay of a recording; how strictly it is judged, whoever replays it says. Throws where it
 * holds another: others may have written it.
 */
export function settingsOf({ settings }: Recording): Record<string, string> {
  const [name] = Object.entries(settings).find(([own, value]) => !isAllowed(own, value)) ?? [];
  if (name !== undefined)
    throw new Error(
      `The recording sets ${name}, which is not allowed. Expected texts for ${[...allowed].join(', ')} alone.`,
    );
  const none = [...asRecorded, ...unset].map((name) => [name, ''] as const);
  return {
    ...Object.fromEntries(none),
    ALLOW_LIVE: '1', // nothing is created or deleted
    MAX_RPS: '100000',
    ...settings,
  };
}

function isAllowed(name: string, value: unknown): boolean {
  return allowed.has(name) && typeof value === 'string';
}
