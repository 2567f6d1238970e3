import { X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runFolder } from './channels.ts';
import type { Parse } from './setting-kinds.ts';

/** The path of a PEM file that begins with a certificate. */
export const pemFile: Parse<string> = (value) =>
  hasCertificate(value) ? { value } : { wanted: 'the path of a PEM file with a certificate' };

/**
 * Lets all requests of the run verify TLS, and trust the authorities of a PEM file besides the known ones. Node reads
 * them when a process starts, and the workers, which send the requests, start after this.
 */
export function trust(authorities: string): void {
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  if (authorities === '') return;
  const own = process.env.NODE_EXTRA_CA_CERTS;
  const both = path.join(runFolder(), 'authorities.pem');
  if (own === both) return;
  const files = [authorities, ...(own && hasCertificate(own) ? [own] : [])];
  writeFileSync(both, files.map((file) => readFileSync(file, 'utf8')).join('\n'));
  process.env.NODE_EXTRA_CA_CERTS = both;
}

function hasCertificate(file: string): boolean {
  try {
    return new X509Certificate(readFileSync(file)).subject !== '';
  } catch {
    return false;
  }
}
