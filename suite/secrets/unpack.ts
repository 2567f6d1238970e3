import { gunzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';

/** Bytes that other bytes hold, and what they are called there. */
export interface Packed {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Runs of base64 that are long enough to hold a file; shorter ones are found by their form. */
const base64Run = /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{64,}={0,2}|(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{64,}={0,2}/g;

/** What is packed in bytes, one layer of it: the files of a zip file, what gzip holds, whatever stands in base64. */
export function unpack(bytes: Buffer): Packed[] {
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) return zipped(bytes);
  if (bytes.subarray(0, 3).equals(Buffer.from([0x1f, 0x8b, 8])))
    return [{ name: 'gzip', bytes: gunzipSync(bytes) }];
  const runs = bytes.toString('latin1').matchAll(base64Run);
  return [...runs].map(([run], index) => ({
    name: `base64 run ${index + 1}`,
    bytes: Buffer.from(run, 'base64'),
  }));
}

function zipped(bytes: Buffer): Packed[] {
  return Object.entries(unzipSync(bytes)).map(([name, content]) => ({ name, bytes: Buffer.from(content) }));
}
