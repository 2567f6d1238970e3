import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { environment, runFolder } from './context.ts';
import { hasCertificate } from './settings/setting-kinds.ts';

/**
 * Lets all requests of the run verify TLS, and trust the authorities of a PEM file besides the known ones. Node reads
 * them when a process starts, and the workers, which send the requests, start after this.
 */
export function trust(authorities: string): void {
  const env = environment();
  delete env.NODE_TLS_REJECT_UNAUTHORIZED;
  if (authorities === '') return;
  const own = env.NODE_EXTRA_CA_CERTS;
  const both = path.join(runFolder(), 'authorities.pem');
  if (own === both) return;
  const files = [authorities, ...(own && hasCertificate(own) ? [own] : [])];
  writeFileSync(both, files.map((file) => readFileSync(file, 'utf8')).join('\n'));
  env.NODE_EXTRA_CA_CERTS = both;
}
