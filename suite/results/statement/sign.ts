import { createPublicKey } from 'node:crypto';
import { CompactSign, calculateJwkThumbprint, exportJWK } from 'jose';
import type { SigningKey } from './key.ts';
import type { Statement } from './statement.ts';

/** The media type of a statement, in the `typ` of its header. */
export const TYPE = 'conformance-statement+jws';

/** The statement as a JSON Web Signature in compact form (RFC 7515); the header holds the public key. */
export async function signed(statement: Statement, { key, alg }: SigningKey): Promise<string> {
  const jwk = await exportJWK(createPublicKey(key));
  const header = { alg, typ: TYPE, kid: await calculateJwkThumbprint(jwk), jwk };
  return new CompactSign(Buffer.from(JSON.stringify(statement))).setProtectedHeader(header).sign(key);
}
