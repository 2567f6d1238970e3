import { escapeToLine } from '#api/text';
import { secretSettings } from '#redaction/names';
import { redact } from '#redaction/redact';
import { appendToChannel, readChannel } from './channels.ts';
import type { RunContext } from './run-context.ts';
import type { Settings } from './settings/settings.ts';
import uses from './settings/uses.json' with { type: 'json' };

/** The settings that change what a test sends, where, and how it is judged; the embedded provider has none `ofTarget`. */
const { reported, ofTarget } = uses;

/** Returns true if a setting is a secret or may hold one: a URL with a user or a query. */
export function isHiddenSetting(name: string, value = ''): boolean {
  return value !== '' && (secretSettings.has(name) || /^https?:.*[@?]/is.test(value));
}

/** Returns the reported settings that were set, as they were written; hidden ones are empty. */
export function listReportedSettings({ written, settings }: Pick<RunContext, 'written' | 'settings'>) {
  const names = reported.filter((name) => settings.TARGET !== 'embedded' || !ofTarget.includes(name));
  const set = names.flatMap((name) => (written[name] ? [[name, written[name]] as const] : []));
  return Object.fromEntries(set.map(([name, value]) => [name, isHiddenSetting(name, value) ? '' : redact(value)]));
}

type Build = Pick<Settings, 'TARGET_BUILD'>;

const LONGEST_BUILD = 100;
const HEADER = /^header:(.+)$/;

/** Records the build that a response names, if TARGET_BUILD names the header field for it. */
export function recordBuild(headers: Readonly<Record<string, string>>, { TARGET_BUILD }: Build): void {
  const [, name] = HEADER.exec(TARGET_BUILD) ?? [];
  const found = name && headers[name.toLowerCase()];
  if (found === undefined) return;
  const build = escapeToLine(redact(found)).slice(0, LONGEST_BUILD);
  if (!readChannel('builds').includes(build)) appendToChannel('builds', build);
}

/** Returns the build of the target as it was set or as responses named it; of a target that changed, each. */
export function getBuild({ TARGET_BUILD }: Build): string {
  return HEADER.test(TARGET_BUILD) ? [...new Set(readChannel('builds'))].join(', ') : TARGET_BUILD;
}
