import type { Subject } from '#api/requirement';
import { redact } from '#redaction/redact';
import { context } from '#run/context';
import { getBuild } from '#run/reported-settings';
import type { Settings } from '#run/settings/settings';
import type { Recording } from './har.ts';

/** The settings that decide which requests are sent, and the conditions of the verdict. */
const asRecorded: readonly (keyof Settings)[] = [
  ...(['PRODUCT', 'REQUIREMENTS', 'OPERATIONS', 'WITHOUT', 'TOKEN_LIFETIME', 'DEPTH'] as const),
  ...(['REQUEST_TIMEOUT', 'CONFIRM', 'BUDGET', 'MOCK_VARIATION', 'MOCK_FAULT'] as const),
];

/** The only settings that a recording may hold: they change what is asked, and run nothing. */
const allowed: readonly string[] = [...asRecorded, 'SEED', 'RUN_ID', 'BASE_URL', 'TARGET', 'TARGET_BUILD'];

const unset: readonly (keyof Settings)[] = [
  ...(['PROVIDER_STATES_URL', 'STATES_COMMAND', 'STATES_FILE', 'STATES_STORE', 'TEST_ACCOUNTS', 'HAR'] as const),
];

/** Returns the facts of the run that its replay needs, apart from its exchanges. */
export function recordingOf(subject: Subject, suite: Recording['suite'], lost: number): Recording {
  const { settings, written, started } = context();
  const { SEED, RUN_ID, BASE_URL, TARGET } = settings;
  const { version, commit, register } = suite;
  const set = asRecorded.flatMap((name) => (written[name] ? [[name, redact(written[name])] as const] : []));
  const own = { SEED: String(SEED), RUN_ID, BASE_URL, TARGET, TARGET_BUILD: getBuild() };
  return {
    subject,
    run: RUN_ID,
    started,
    suite: { version, commit, register },
    settings: { ...Object.fromEntries(set), ...own },
    lost,
  };
}

/** Returns the settings of the replay of a recording. Throws if it holds another: others may have written it. */
export function settingsOf({ settings }: Recording): Record<string, string> {
  const [name] =
    Object.entries(settings).find(([own, value]) => !allowed.includes(own) || typeof value !== 'string') ?? [];
  if (name !== undefined)
    throw new Error(
      `The recording sets ${name}, which is not allowed. Expected texts for ${allowed.join(', ')} alone.`,
    );
  const none = Object.fromEntries([...asRecorded, ...unset].map((own) => [own, '']));
  return { ...none, ALLOW_LIVE: '1', MAX_RPS: '100000', ...settings }; // nothing is created or deleted
}
