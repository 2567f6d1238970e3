import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const [IV, TAG] = [12, 16];

/** Encrypts a text with a key of 32 bytes, into one line. */
export function seal(text: string, key: Buffer): string {
  const iv = randomBytes(IV);
  const cipher = createCipheriv(ALGORITHM, key, iv);
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** Decrypts a line; undefined if the key is another one or the line was changed. */
export function unseal(line: string, key: Buffer): string | undefined {
  try {
    const bytes = Buffer.from(line, 'base64url');
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV));
    decipher.setAuthTag(bytes.subarray(-TAG));
    return decipher.update(bytes.subarray(IV, -TAG), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
