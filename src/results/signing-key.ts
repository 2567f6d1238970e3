import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readText } from '#run/file';

export type SigningKey = Readonly<ReturnType<typeof parsePrivateKey>>;

const NONE =
  'There is no key to sign with. Set STATEMENT_KEY (a private key in PEM or as a JWK) or STATEMENT_KEY_FILE. ' +
  'A new one: openssl genpkey -algorithm ed25519 -out statement-key.pem';

/** Returns the private key of STATEMENT_KEY or STATEMENT_KEY_FILE; throws one sentence if there is none. */
export function readSigningKey({ STATEMENT_KEY, STATEMENT_KEY_FILE }: NodeJS.ProcessEnv): SigningKey {
  if (STATEMENT_KEY) return parsePrivateKey(STATEMENT_KEY, 'STATEMENT_KEY');
  if (STATEMENT_KEY_FILE) return parsePrivateKey(readText(STATEMENT_KEY_FILE), STATEMENT_KEY_FILE);
  throw new Error(NONE);
}

/** Returns the public key in a file, which may hold the private one; certifiers check statements with it. */
export function readPublicKey(file: string): KeyObject {
  const text = readText(file);
  return parseKey(() => createPublicKey(getInput(text)), file, 'a public key in PEM or as a JWK');
}

function parsePrivateKey(text: string, where: string) {
  const key = parseKey(() => createPrivateKey(getInput(text)), where, 'a private key in PEM or as a JWK');
  const alg = getAlgorithm(key);
  if (alg === undefined)
    throw new Error(`The key of ${where} has an unsupported type. Use Ed25519, P-256, P-384 or RSA.`);
  return { key, alg };
}

function getAlgorithm({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string | undefined {
  if (asymmetricKeyType === 'ed25519') return 'EdDSA';
  if (asymmetricKeyType === 'rsa') return 'PS256';
  const curves: Readonly<Record<string, string>> = { prime256v1: 'ES256', secp384r1: 'ES384' };
  return curves[asymmetricKeyDetails?.namedCurve ?? ''];
}

/** Returns the key with line breaks: an environment variable often has `\n` for those of a PEM. */
function getInput(text: string) {
  const whole = text.trim();
  if (!whole.startsWith('{')) return whole.replaceAll('\\n', '\n');
  return { key: JSON.parse(whole), format: 'jwk' } as const;
}

function parseKey(read: () => KeyObject, where: string, expected: string): KeyObject {
  try {
    return read();
  } catch {
    throw new Error(`${where} contains no readable key. Expected ${expected}, without a passphrase.`);
  }
}
