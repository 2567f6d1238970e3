import { execFileSync } from 'node:child_process';
import { visibleLine } from '#api/visible';
import { redact } from '#redaction/redact';
import { append, read } from './channels.ts';
import { settings } from './context.ts';

const LONGEST = 100;
const SECONDS = 10;

/** What TARGET_BUILD_COMMAND prints; empty where there is none. Throws one sentence where it says nothing that is a build. */
export function askForBuild(): string {
  const { TARGET_BUILD, TARGET_BUILD_COMMAND: command } = settings();
  if (TARGET_BUILD !== '' || command === '') return TARGET_BUILD;
  const text = outputOf(command).trim();
  if (text === '' || text.includes('\n') || text.length > LONGEST)
    throw refused(command, `printed ${text === '' ? 'nothing' : `${text.split('\n').length} lines`}`);
  return visibleLine(redact(text));
}

function outputOf(command: string): string {
  try {
    return execFileSync('sh', ['-c', command], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: SECONDS * 1000,
      killSignal: 'SIGKILL',
    });
  } catch (error) {
    const status = error instanceof Error && 'status' in error ? error.status : undefined;
    throw refused(command, typeof status === 'number' ? `ended with ${status}` : `took ${SECONDS} s`);
  }
}

function refused(command: string, what: string): Error {
  return new Error(
    `TARGET_BUILD_COMMAND is ${JSON.stringify(command)} and ${what}: let it print the build in one line within ${SECONDS} s.`,
  );
}

let last: string | undefined;

/** Tells the run which build an answer comes from, where TARGET_BUILD_HEADER names the field that says it. */
export function noteBuild(headers: Readonly<Record<string, string>>): void {
  const found = headers[settings().TARGET_BUILD_HEADER];
  if (found === undefined || found === last) return;
  last = found;
  append('builds', visibleLine(redact(found)).slice(0, LONGEST));
}

/** The build of the target: as it was set or printed, else as its answers said; of a target that changed, each. */
export function buildOf(): string {
  return settings().TARGET_BUILD || [...new Set(read('builds'))].join(', ');
}
