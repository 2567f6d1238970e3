import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { endpoints } from '#api/operations';
import { register } from '#api/register';
import { says, shardOnCommandLine, valuesOf } from '#run/process/command-line';
import type { Settings } from '#run/settings/settings';
import { shardIn } from '#run/settings/shard';

type Refusal = (words: readonly string[], settings: Settings) => string | undefined;

/** What a run is not started with, each said in one sentence. */
const refusals: readonly Refusal[] = [
  (words) =>
    says(words, '--retries')
      ? '--retries would turn a breach green that shows only sometimes: leave it out; --repeat-each=3 shows how often.'
      : undefined,
  (words) => {
    const known: readonly string[] = endpoints;
    const stranger = valuesOf(words, '--project').find(
      (name) => !name.includes('*') && !known.includes(name),
    );
    return stranger && `There is no project "${stranger}": --project takes ${known.join(', ')}.`;
  },
  (words) => {
    const asked = [...valuesOf(words, '--grep'), ...valuesOf(words, '-g')].join(' ');
    const ids = [...asked.matchAll(/@([A-Z]{3}-\d+)/g)].map(([, id = '']) => id);
    const stranger = ids.find((id) => !register.some((row) => row.id === id));
    return stranger && `There is no requirement ${stranger}: docs/coverage.md lists them all.`;
  },
  (words) => {
    const asked = shardOnCommandLine(words);
    return asked && !shardIn(asked)
      ? `--shard is "${asked}": say which machine of how many this is, such as --shard=2/3.`
      : undefined;
  },
  (_, { REPORTS_DIR }) =>
    isWritable(REPORTS_DIR)
      ? undefined
      : `REPORTS_DIR is "${REPORTS_DIR}", where nothing can be written: name a folder of your own.`,
];

/** Throws what keeps a run from being started. */
export function refuse(words: readonly string[], settings: Settings): void {
  for (const refusal of refusals) {
    const sentence = refusal(words, settings);
    if (sentence !== undefined) throw new Error(sentence);
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

/** Folder by folder: in /proc Node's own recursion never ends. */
function make(folder: string): void {
  if (existsSync(folder)) return;
  make(path.dirname(folder));
  mkdirSync(folder);
}
