import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { grouped } from '../../core/grouped.ts';
import { createFinder, type Finder } from './finder.ts';
import { newAllowance, unpack } from './unpack.ts';

/** A place where a secret stands: the file, what in the file is packed, the position in bytes. Not the secret. */
export interface Leak {
  readonly file: string;
  readonly inside: readonly string[];
  readonly at: number;
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
export function searchFolder(folder: string, finder: Finder, isMeant = (_file: string) => true): Leak[] {
  return filesOf(folder)
    .filter(isMeant)
    .flatMap((file) => searchBytes(readFileSync(file), finder).map((leak) => ({ ...leak, file })));
}

/** Searches bytes and what is packed in them. */
export function searchBytes(
  bytes: Buffer,
  finder: Finder,
  inside: readonly string[] = [],
  allowance = newAllowance(),
): Leak[] {
  const own = [...finder.find(bytes.toString('latin1'))].map(({ at }) => ({ file: '', inside, at }));
  if (inside.length === DEEPEST) return own;
  const packed = unpack(bytes, allowance).flatMap((part) =>
    searchBytes(part.bytes, finder, [...inside, part.name], allowance),
  );
  return [...own, ...packed];
}

/** Says where secrets stand, a line a file, and not what they are. */
export function placesOf(leaks: readonly Leak[]): string[] {
  const places = grouped(leaks, ({ file, inside }) => [file, ...inside].join(' → '));
  return [...places].map(
    ([place, found]) =>
      `${place}: ${found.length === 1 ? '1 secret' : `${found.length} secrets`}, the first at byte ${found[0]?.at}`,
  );
}

function filesOf(folder: string): string[] {
  if (statSync(folder).isFile()) return [folder];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}
