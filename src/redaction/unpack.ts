import { gunzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';

/** Bytes that other bytes hold, and what they are called there. */
export interface Packed {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Runs of base64 that are long enough to hold a file; shorter ones are found by their form. */
const LONG = 64;
const alphabets = [lettersWith('+/'), lettersWith('-_')];
const eitherAlphabet = lettersWith('+/-_');

/** Counts how many bytes of what is packed may be unpacked: a target may pack a thousand times what it sends. */
export interface UnpackLimit {
  left: number;
  /** Tells whether something was left out for want of it. */
  isSpent: boolean;
}

/** Holds what is unpacked of one file of a report, all of its layers together, and of all files. */
const MOST = 256 * 1024 * 1024;
export const UNPACK_LIMIT = 4 * MOST;

/** The allowance of one file, of what is left for all. */
export function createUnpackLimit(ofAll = MOST): UnpackLimit {
  return { left: Math.min(MOST, ofAll), isSpent: false };
}

/**
 * Returns what is packed in bytes, one layer of it: the files of a zip file, what gzip holds, whatever stands in base64. What only
 * looks packed holds nothing; what is packed beyond the allowance is not looked at, and the allowance says so.
 */
export function unpack(bytes: Buffer, allowance = createUnpackLimit()): Packed[] {
  const parts = partsOf(bytes, allowance);
  for (const part of parts) allowance.left = Math.max(0, allowance.left - part.bytes.length);
  return parts;
}

function partsOf(bytes: Buffer, allowance: UnpackLimit): Packed[] {
  try {
    if (bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) return zipped(bytes, allowance);
    if (bytes.subarray(0, 3).equals(Buffer.from([0x1f, 0x8b, 8])))
      return [{ name: 'gzip', bytes: gunzipSync(bytes, { maxOutputLength: allowance.left + 1 }) }];
  } catch (error) {
    if (error instanceof RangeError) Object.assign(allowance, { left: 0, isSpent: true }); // more than fits
    return []; // else it only looked packed
  }
  return [...longRuns(bytes)].map((run, index) => ({
    name: `base64 run ${index + 1}`,
    bytes: Buffer.from(run.toString('latin1'), 'base64'),
  }));
}

/** A long run reaches over one of every so many bytes: to look at these alone takes less time than a search of all. */
function* longRuns(bytes: Buffer): Generator<Buffer> {
  for (let at = LONG - 1; at < bytes.length; at += LONG) {
    if (runAround(bytes, at, eitherAlphabet).length < LONG) continue;
    const runs = alphabets.map((letters) => runAround(bytes, at, letters));
    const longest = runs.reduce((one, other) => (other.length > one.length ? other : one));
    if (longest.length < LONG) continue;
    yield longest;
    at = Math.max(at, longest.byteOffset - bytes.byteOffset + longest.length - 1);
  }
}

function runAround(bytes: Buffer, at: number, letters: Uint8Array): Buffer {
  let [start, end] = [at, at];
  while (letters[bytes[end] ?? 0]) end += 1;
  while (end > at && letters[bytes[start - 1] ?? 0]) start -= 1;
  return bytes.subarray(start, end);
}

/** Returns which bytes are letters of an alphabet of base64, by what it has besides letters and digits. */
function lettersWith(last: string): Uint8Array {
  const letters = `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789${last}`;
  return Uint8Array.from({ length: 256 }, (_, code) => Number(letters.includes(String.fromCharCode(code))));
}

/** A zip file says how large its files are: those that the allowance has no room for are left out. */
function zipped(bytes: Buffer, allowance: UnpackLimit): Packed[] {
  let { left } = allowance;
  const filter = ({ originalSize }: { originalSize: number }) => {
    left -= originalSize;
    allowance.isSpent ||= left < 0;
    return left >= 0;
  };
  return Object.entries(unzipSync(bytes, { filter })).map(([name, content]) => ({
    name,
    bytes: Buffer.from(content),
  }));
}
