import { escapeToLine } from '#api/escape-controls';
import { redact } from '#redaction/redact';
import { appendToChannel, readChannel } from './channels.ts';
import { context, settings } from './context.ts';
import { type Settings, secretSettings } from './settings/settings.ts';

/** The settings that change what a test sends, where, and how it is judged. */
const reported: readonly (keyof Settings)[] = [
  ...(['TARGET', 'BASE_URL', 'PROVIDER_STATES_URL', 'STATES_COMMAND', 'STATES_FILE', 'TEST_ACCOUNTS'] as const),
  ...(['EXTRA_HEADERS', 'PROVIDER_STATES_HEADERS', 'HTTPS_PROXY', 'CLIENT_CERT'] as const),
  ...(['REQUIREMENTS', 'OPERATIONS', 'WITHOUT', 'STRICT', 'DEPTH'] as const),
  ...(['TOKEN_LIFETIME', 'REQUEST_TIMEOUT', 'EXTRA_CA', 'MOCK_VARIATION', 'MOCK_FAULT'] as const),
];

const ofTarget: ReadonlySet<string> = new Set(['TARGET', 'BASE_URL', 'PROVIDER_STATES_URL', 'HTTPS_PROXY']);

/** Returns the reported settings that were set, as they were written. */
export function listReportedSettings(): Record<string, string> {
  const { written, settings } = context();
  const names = reported.filter((name) => settings.TARGET !== 'embedded' || !ofTarget.has(name));
  return Object.fromEntries(
    names.flatMap((name) =>
      written[name] ? [[name, secretSettings.has(name) ? '' : toReported(written[name])] as const] : [],
    ),
  );
}

function toReported(value: string): string {
  return /^https?:.*[@?]/is.test(value) ? '' : redact(value);
}

const LONGEST = 100;
const HEADER = /^header:(.+)$/;

let last: string | undefined;

/** Records the build that a response names, if TARGET_BUILD names the header field for it. */
export function recordBuild(headers: Readonly<Record<string, string>>): void {
  const [, name] = HEADER.exec(settings().TARGET_BUILD) ?? [];
  const found = name && headers[name.toLowerCase()];
  if (found === undefined || found === last) return;
  last = found;
  appendToChannel('builds', escapeToLine(redact(found)).slice(0, LONGEST));
}

/** Returns the build of the target as it was set or as responses named it; of a target that changed, each. */
export function getBuild(): string {
  const { TARGET_BUILD } = settings();
  return HEADER.test(TARGET_BUILD) ? [...new Set(readChannel('builds'))].join(', ') : TARGET_BUILD;
}
