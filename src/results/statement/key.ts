import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A key with the algorithm that it signs by. */
export interface SigningKey {
  readonly key: KeyObject;
  readonly alg: string;
}

const NONE =
  'There is no key to sign with. Set STATEMENT_KEY (a private key in PEM or as a JWK) or STATEMENT_KEY_FILE. ' +
  'A new one: openssl genpkey -algorithm ed25519 -out statement-key.pem';

/** Returns the private key of STATEMENT_KEY or STATEMENT_KEY_FILE; throws one sentence if there is none. */
export function signingKey({ STATEMENT_KEY, STATEMENT_KEY_FILE }: NodeJS.ProcessEnv): SigningKey {
  if (STATEMENT_KEY) return privateKey(STATEMENT_KEY, 'STATEMENT_KEY');
  if (STATEMENT_KEY_FILE) return privateKey(readKey(STATEMENT_KEY_FILE), STATEMENT_KEY_FILE);
  throw new Error(NONE);
}

/** Returns the public key in a file, which may hold the private one; certifiers check statements with it. */
export function publicKeyIn(file: string): KeyObject {
  const text = readKey(file);
  return parsed(() => createPublicKey(inputOf(text)), file, 'a public key in PEM or as a JWK');
}

function privateKey(text: string, where: string): SigningKey {
  const key = parsed(() => createPrivateKey(inputOf(text)), where, 'a private key in PEM or as a JWK');
  const alg = algorithmOf(key);
  if (alg === undefined)
    throw new Error(`The key of ${where} is of a kind that signs nothing here. Use Ed25519, P-256, P-384 or RSA.`);
  return { key, alg };
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string | undefined {
  if (asymmetricKeyType === 'ed25519') return 'EdDSA';
  if (asymmetricKeyType === 'rsa') return 'PS256';
  const curves: Readonly<Record<string, string>> = { prime256v1: 'ES256', secp384r1: 'ES384' };
  return curves[asymmetricKeyDetails?.namedCurve ?? ''];
}

/** Returns the key with line breaks: an environment variable often has `\n` for those of a PEM. */
function inputOf(text: string) {
  const whole = text.trim();
  if (!whole.startsWith('{')) return whole.replaceAll('\\n', '\n');
  return { key: JSON.parse(whole), format: 'jwk' } as const;
}

function parsed(read: () => KeyObject, where: string, expected: string): KeyObject {
  return orThrow(read, `${where} holds no key that can be read. Expected ${expected}, without a passphrase.`);
}

function readKey(file: string): string {
  return orThrow(() => readFileSync(file, 'utf8'), `The key file ${file} cannot be read. Check the path.`);
}

function orThrow<T>(read: () => T, message: string): T {
  try {
    return read();
  } catch {
    throw new Error(message);
  }
}
