import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { endpoints } from '#api/operations';

import { register } from '#api/register';
import { shardIn } from '#run/partial-run';
import { isOfPlaywright, says, shardOnCommandLine, valuesOf } from '#run/process/command-line';
import { isNear } from '#run/settings/former-names';
import { type Settings, table } from '#run/settings/settings';

type Check = (words: readonly string[], settings: Settings) => string | undefined;

const checks: readonly Check[] = [
  (words) =>
    says(words, '--retries') ? '--retries is not allowed: it hides flaky failures. Use --repeat-each=3.' : undefined,
  (words) => {
    const names = words.flatMap((word) => /^--[a-z-]+/i.exec(word)?.[0] ?? []);
    const option = (setting: string) => `--${setting.toLowerCase().replaceAll('_', '-')}`;
    const near = (name: string) => Object.keys(table).find((own) => isNear(name.slice(2).toUpperCase(), own));
    const unknown = names.find((name) => near(name) !== undefined && !isOfPlaywright(name));
    return unknown && `Unknown option ${unknown}. Did you mean ${option(near(unknown) ?? '')}?`;
  },
  (words) => {
    const known: readonly string[] = endpoints;
    const unknown = valuesOf(words, '--project').find((name) => !name.includes('*') && !known.includes(name));
    return unknown && `Unknown project ${unknown}. Expected one of ${known.join(', ')}.`;
  },
  (words) => {
    const patterns = [...valuesOf(words, '--grep'), ...valuesOf(words, '-g')].join(' ');
    const ids = [...patterns.matchAll(/\b([A-Z]{3}-\d+)\b/g)].map(([, id = '']) => id);
    const unknown = ids.find((id) => !register.some((row) => row.id === id));
    return unknown && `Unknown requirement ${unknown}. Use one of docs/coverage.md.`;
  },
  (words) => {
    const shard = shardOnCommandLine(words);
    return shard && !shardIn(shard) ? `--shard is "${shard}". Expected a shard such as 2/3.` : undefined;
  },
  (words) => {
    const wrong = [...valuesOf(words, '--workers'), ...valuesOf(words, '-j')].find(
      (each) => !/^[1-9]\d*%?$/.test(each),
    );
    return wrong === undefined ? undefined : `--workers is "${wrong}". Expected a whole number from 1 up.`;
  },
  (_, { REPORTS_DIR }) =>
    isWritable(REPORTS_DIR) ? undefined : `Cannot write to REPORTS_DIR "${REPORTS_DIR}". Use another folder.`,
];

/** Throws an error with the reason why a run does not start. */
export function rejectWrongWords(words: readonly string[], settings: Settings): void {
  for (const check of checks) {
    const message = check(words, settings);
    if (message !== undefined) throw new Error(message);
  }
}

function isWritable(folder: string): boolean {
  try {
    make(path.resolve(folder));
    accessSync(folder, constants.W_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}

/** Makes a folder step by step: in /proc Node's own recursion never ends. */
function make(folder: string): void {
  if (existsSync(folder)) return;
  make(path.dirname(folder));
  mkdirSync(folder);
}
