import { readFileSync, statSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { groupByKey } from '#api/group-by-key';
import { listFiles } from '#run/file';
import { createFinder, type Finder } from './finder.ts';

/** A place where a secret stands: the file, what in the file is packed, the position in bytes. Not the secret. */
export interface Leak {
  readonly file: string;
  readonly inside: readonly string[];
  readonly at: number;
}

export type Unsearched = Omit<Leak, 'at'>;

/** The leaks, and the places that were not searched: nothing is known about them. */
export interface Searched {
  readonly leaks: readonly Leak[];
  readonly unsearched: readonly Unsearched[];
}

/** Files are packed in files: a report in a zip file, that in base64 in a page, that in a zip file again. */
const DEEPEST = 5;

/** Creates a finder of secrets in bytes, which are searched as latin1. */
export function createByteFinder(secrets: Iterable<string>): Finder {
  const finder = createFinder((form) => Buffer.from(form).toString('latin1'));
  for (const secret of secrets) finder.learn(secret);
  return finder;
}

/** Searches every byte of every file of a folder, and of the files packed in them; also accepts a file. */
export function searchFolder(folder: string, finder: Finder, isMeant = (_file: string) => true): Searched {
  let left = UNPACK_LIMIT;
  const found = (statSync(folder).isFile() ? [folder] : listFiles(folder)).filter(isMeant).map((file) => {
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
    allowance.isSpent = false; // each place is named once
    if (!isDeepest) for (const { name, bytes } of packed) search(bytes, [...inside, name]);
  };
  search(bytes, []);
  return { leaks, unsearched };
}

/** Returns one line per file with secrets: the number of them and the place of the first. */
export function describeLeaks(leaks: readonly Leak[]): string[] {
  const places = groupByKey(leaks, ({ file, inside }) => [file, ...inside].join(' → '));
  return [...places].map(
    ([place, found]) =>
      `${place}: ${found.length === 1 ? '1 secret' : `${found.length} secrets`}, the first at byte ${found[0]?.at}`,
  );
}

/** Returns one line per place that was not searched. */
export function describeUnsearched(unsearched: readonly Unsearched[]): string[] {
  return unsearched.map(
    ({ file, inside }) =>
      `${[file, ...inside].join(' → ')}: it contains more packed data than is searched: ${DEEPEST} layers, 256 MB per file, 1 GB in all`,
  );
}

/** Bytes that other bytes hold, and what they are called there. */
export interface Packed {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Runs of base64 that are long enough to hold a file; shorter ones are found by their form. */
const LONG = 64;
/** The letters of both alphabets of base64, by their codes. */
const isLetter = Uint8Array.from({ length: 256 }, (_, code) => Number(/[\w+/-]/.test(String.fromCharCode(code))));

type UnpackLimit = ReturnType<typeof createUnpackLimit>;

/** The limits of one file of a report with all its layers, and of all files. */
const FILE_LIMIT = 256 * 1024 * 1024;
const UNPACK_LIMIT = 4 * FILE_LIMIT;

/** Creates the allowance of one file from what is left for all; it is spent if something was left out because of it. */
function createUnpackLimit(ofAll = FILE_LIMIT) {
  return { left: Math.min(FILE_LIMIT, ofAll), isSpent: false };
}

/** Returns one layer of the content packed in bytes: zip, gzip, base64. What does not fit marks the allowance as spent. */
export function unpack(bytes: Buffer, allowance = createUnpackLimit()): Packed[] {
  const parts = getParts(bytes, allowance);
  for (const part of parts) allowance.left = Math.max(0, allowance.left - part.bytes.length);
  return parts;
}

function getParts(bytes: Buffer, allowance: UnpackLimit): Packed[] {
  try {
    if (bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) return unzip(bytes, allowance);
    if (bytes.subarray(0, 3).equals(Buffer.from([0x1f, 0x8b, 8])))
      return [{ name: 'gzip', bytes: gunzipSync(bytes, { maxOutputLength: allowance.left + 1 }) }];
  } catch (error) {
    if (error instanceof RangeError) Object.assign(allowance, { left: 0, isSpent: true }); // more than fits
    return []; // else it only looked packed
  }
  return findRuns(bytes).map((run, index) => ({ name: `base64 run ${index + 1}`, bytes: Buffer.from(run, 'base64') }));
}

/** Returns long runs of either alphabet. Looks at one of every so many bytes, which takes less time than to search all. */
function findRuns(bytes: Buffer): string[] {
  const runs: string[] = [];
  for (let at = LONG - 1; at < bytes.length; at += LONG) {
    let start = at;
    let end = at;
    while (isLetter[bytes[end] ?? 0]) end += 1;
    while (end > at && isLetter[bytes[start - 1] ?? 0]) start -= 1;
    const run = bytes.toString('latin1', start, end);
    const ofOne = /[_-]/.test(run) ? [...run.split(/[_-]/), ...run.split(/[+/]/)] : [run];
    for (const part of ofOne) if (part.length >= LONG) runs.push(part);
    at = Math.max(at, end - 1);
  }
  return runs;
}

/** Returns the files of a zip file that fit in the allowance, by the sizes that it states. */
function unzip(bytes: Buffer, allowance: UnpackLimit): Packed[] {
  let { left } = allowance;
  const filter = ({ originalSize }: { originalSize: number }) => {
    left -= originalSize;
    allowance.isSpent ||= left < 0;
    return left >= 0;
  };
  return Object.entries(unzipSync(bytes, { filter })).map(([name, content]) => ({ name, bytes: Buffer.from(content) }));
}
