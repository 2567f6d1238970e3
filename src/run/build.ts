import { escapeToLine } from '#api/escape-controls';
import { redact } from '#redaction/redact';
import { appendToChannel, readChannel } from './channels.ts';
import { settings } from './context.ts';

const LONGEST = 100;

let last: string | undefined;

/** Tells the run which build an answer comes from, where TARGET_BUILD_HEADER names the field that says it. */
export function recordBuild(headers: Readonly<Record<string, string>>): void {
  const found = headers[settings().TARGET_BUILD_HEADER];
  if (found === undefined || found === last) return;
  last = found;
  appendToChannel('builds', escapeToLine(redact(found)).slice(0, LONGEST));
}

/** The build of the target: as it was set or printed, else as its answers said; of a target that changed, each. */
export function getBuild(): string {
  return settings().TARGET_BUILD || [...new Set(readChannel('builds'))].join(', ');
}
