import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const [IV, TAG] = [12, 16];

/** A text that only who has the key can read or change; the text itself where there is no key. */
export function sealed(text: string, key: string): string {
  if (key === '') return text;
  const iv = randomBytes(IV);
  const cipher = createCipheriv(ALGORITHM, keyFor(key), iv);
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  );
}

/** What was sealed with the key; undefined where it was not, or was changed since. */
export function unsealed(line: string, key: string): string | undefined {
  if (key === '') return line;
  try {
    const bytes = Buffer.from(line, 'base64url');
    const decipher = createDecipheriv(ALGORITHM, keyFor(key), bytes.subarray(0, IV));
    decipher.setAuthTag(bytes.subarray(-TAG));
    return decipher.update(bytes.subarray(IV, -TAG), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

/** The key has to be made at random (suite/run/settings/setting-kinds.ts), so nothing slows its guessing down. */
function keyFor(key: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'payments-conformance states store', 32));
}
