import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { makeExactValidator as kind } from 'envalid';
import { wanted } from './setting-kinds.ts';
import { type StatesOfFile, statesOfFile } from './written-states.ts';

/** The path of a file that its owner alone can read, or of none yet. */
export const ownFile = kind<string>((value) => {
  const found = statSync(value, { throwIfNoEntry: false });
  const isOwn = found === undefined || (found.isFile() && (found.mode & 0o077) === 0);
  return isOwn ? value : wanted('the path of a file that its owner alone can read (chmod 600), or of none yet');
});

/** The path of a JSON file of provider states. */
export const statesFile = kind<StatesOfFile>((value) => {
  try {
    return statesOfFile(readFileSync(value, 'utf8'));
  } catch (error) {
    const why = error instanceof Error && !('code' in error) ? error.message : 'it cannot be read';
    return wanted(
      `the path of a JSON file such as {"an authorization code": [{"code": "…", "client_id": "…"}]}; ${why}`,
    );
  }
});

/** The path of a PEM file that begins with a client certificate and holds its key. */
export const certificateWithKey = kind<string>((value) =>
  hasKey(value) ? value : wanted('the path of a PEM file with a client certificate and its private key'),
);

function hasKey(file: string): boolean {
  try {
    const pem = readFileSync(file);
    return new X509Certificate(pem).checkPrivateKey(createPrivateKey(pem));
  } catch {
    return false;
  }
}

/** The path of a PEM file that begins with a certificate. */
export const pemFile = kind<string>((value) =>
  hasCertificate(value) ? value : wanted('the path of a PEM file with a certificate'),
);

/** Returns true if a file can be read and begins with a certificate. */
export function hasCertificate(file: string): boolean {
  try {
    return new X509Certificate(readFileSync(file)).subject !== '';
  } catch {
    return false;
  }
}
