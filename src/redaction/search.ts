import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { groupByKey } from '#api/group-by-key';
import { createFinder, type Finder } from './finder.ts';
import { createUnpackLimit, UNPACK_LIMIT, unpack } from './unpack.ts';

/** A place where a secret stands: the file, what in the file is packed, the position in bytes. Not the secret. */
export interface Leak {
  readonly file: string;
  readonly inside: readonly string[];
  readonly at: number;
}

/** Describes what was not searched: packed deeper, or larger, than the search goes. */
export type Unsearched = Omit<Leak, 'at'>;

/** Describes what a search came to; nothing is known of what is `unsearched`. */
export interface Searched {
  readonly leaks: readonly Leak[];
  readonly unsearched: readonly Unsearched[];
}

/** Files are packed in files: a report in a zip file, that in base64 in a page, that in a zip file again. */
const DEEPEST = 5;

/** A finder of secrets in bytes, which are searched as latin1. */
export function createByteFinder(secrets: Iterable<string>): Finder {
  const finder = createFinder((form) => Buffer.from(form).toString('latin1'));
  for (const secret of secrets) finder.learn(secret);
  return finder;
}

/** Searches every byte of every file of a folder, and of what is packed in them; a file may stand for a folder. */
export function searchFolder(folder: string, finder: Finder, isMeant = (_file: string) => true): Searched {
  let left = UNPACK_LIMIT;
  const found = filesOf(folder)
    .filter(isMeant)
    .map((file) => {
      const allowance = createUnpackLimit(left);
      left -= allowance.left;
      const searched = searchBytes(readFileSync(file), finder, allowance);
      left += allowance.left;
      return { file, ...searched };
    });
  return {
    leaks: found.flatMap(({ file, leaks }) => leaks.map((leak) => ({ ...leak, file }))),
    unsearched: found.flatMap(({ file, unsearched }) => unsearched.map((place) => ({ ...place, file }))),
  };
}

/** Searches bytes and what is packed in them, within bounds of depth and size. */
export function searchBytes(bytes: Buffer, finder: Finder, allowance = createUnpackLimit()): Searched {
  const leaks: Leak[] = [];
  const unsearched: Unsearched[] = [];
  const search = (part: Buffer, inside: readonly string[]): void => {
    leaks.push(...[...finder.find(part.toString('latin1'))].map(({ at }) => ({ file: '', inside, at })));
    const packed = unpack(part, allowance);
    const isDeepest = inside.length === DEEPEST && packed.length > 0;
    if (isDeepest || allowance.isSpent) unsearched.push({ file: '', inside });
    allowance.isSpent = false; // each place is told once
    if (!isDeepest) for (const { name, bytes } of packed) search(bytes, [...inside, name]);
  };
  search(bytes, []);
  return { leaks, unsearched };
}

/** Says where secrets stand, a line a file, and not what they are. */
export function describeLeaks(leaks: readonly Leak[]): string[] {
  const places = groupByKey(leaks, ({ file, inside }) => [file, ...inside].join(' → '));
  return [...places].map(
    ([place, found]) =>
      `${place}: ${found.length === 1 ? '1 secret' : `${found.length} secrets`}, the first at byte ${found[0]?.at}`,
  );
}

/** Says what was not searched, a line a place. */
export function describeUnsearched(unsearched: readonly Unsearched[]): string[] {
  return unsearched.map(
    ({ file, inside }) =>
      `${[file, ...inside].join(' → ')}: it packs more than is searched, ${DEEPEST} layers, 256 MB of a file and 1 GB of all`,
  );
}

function filesOf(folder: string): string[] {
  if (statSync(folder).isFile()) return [folder];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}
