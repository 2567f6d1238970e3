import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { listedErrors } from '#api/errors';
import { clientRegister, register, scenarioCounts, testCounts } from '#api/register';
import type { Subject } from '#api/requirement';
import { listFiles } from './file.ts';

/** Names of files that are no reports, and the statement itself. */
const leftOut = /^(?:statement\.jws|part|replay|test-results|selftest|faults|matrix|sdk)$/;

/** Returns the digests of everything that a folder of reports holds. */
export function listReportDigests(folder: string) {
  return readdirSync(folder)
    .filter((name) => !leftOut.test(name))
    .sort()
    .map((name) => computeDigest(folder, name));
}

/** Returns the digest of a file, or of a folder: of the names and contents of all its files. */
export function computeDigest(folder: string, name: string) {
  const whole = path.join(folder, name);
  if (statSync(whole).isFile()) return { name, files: 1, sha256: sha256(readFileSync(whole)) };
  const files = listFiles(whole).sort();
  const lines = files.map((file) => `${sha256(readFileSync(file))}  ${path.relative(whole, file)}\n`);
  return { name, files: files.length, sha256: sha256(lines.join('')) };
}

/** Returns the SHA-256 digest in hexadecimal. */
export function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Returns the digest of a register, which results and statements name. */
export function registerDigest(subject: Subject = 'service'): string {
  const rows = subject === 'client' ? [clientRegister, scenarioCounts] : [register, testCounts, listedErrors];
  return sha256(JSON.stringify(rows));
}
