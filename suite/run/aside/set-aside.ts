import { existsSync } from 'node:fs';
import path from 'node:path';
import { outsideOf, usualSet } from '../../core/sets.ts';
import { settings } from '../context.ts';
import { readJsonFile } from '../json-file.ts';
import type { Settings } from '../settings/settings.ts';
import schema from './challenges.schema.json' with { type: 'json' };

/** A row that the provider of a target calls wrong, with its argument. */
export interface Challenge {
  readonly requirement: string;
  readonly argument: string;
  readonly by: string;
  readonly date: string;
  readonly link?: string;
  readonly state: 'open' | 'accepted' | 'rejected';
  readonly answer?: string;
}

/** The challenges of a target; none where it has no file. Throws one sentence where the file is wrong. */
function readChallenges({ TARGET: target, WAIVERS_DIR: folder }: Settings): readonly Challenge[] {
  const file = path.join(folder, `${encodeURIComponent(target)}.challenges.json`);
  if (target === '' || !existsSync(file)) return [];
  const { challenges } = readJsonFile<{ challenges: readonly Challenge[] }>(file, schema).value;
  const ids = challenges.map(({ requirement }) => requirement);
  const twice = ids.find((id, index) => ids.indexOf(id) < index);
  if (twice !== undefined) throw new Error(`${file} challenges ${twice} twice: leave one of them.`);
  return challenges;
}

let ofThisRun: readonly Challenge[] | undefined;

/** The challenges of the target of this run, read once a process. */
export function runChallenges(): readonly Challenge[] {
  ofThisRun ??= readChallenges(settings());
  return ofThisRun;
}

/** Why a row is asked and told, and is not in the verdict. */
export interface Aside {
  /** Called wrong by the provider of the target, or of another set than the one that judges. */
  readonly kind: 'challenged' | 'outside';
  readonly words: string;
}

/** The set of requirements that judges this run. */
export function judgingSet(): string {
  return settings().REQUIREMENTS || usualSet();
}

/** Why a row is not in the verdict of this run; undefined where it is. */
export function asideOf(id: string): Aside | undefined {
  const found = runChallenges().find(({ requirement, state }) => requirement === id && state !== 'rejected');
  if (found) {
    const { argument, by, date, state } = found;
    return { kind: 'challenged', words: `challenged by ${by} on ${date} (${state}): ${argument}` };
  }
  const words = outsideOf(judgingSet(), id);
  return words === undefined ? undefined : { kind: 'outside', words };
}
