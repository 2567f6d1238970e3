import 'reflect-metadata'; // required by @peculiar/x509
import { webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import * as x509 from '@peculiar/x509';

/** Describes a certificate authority that lives as long as one run. Its key stays in memory. */
export interface Authority {
  /** Its certificate, as PEM. */
  readonly pem: string;
  /** A certificate for clients that ask for no name: it has the loopback addresses and the API's hosts. */
  readonly unnamed: Credentials;
  readonly contextFor: (name: string) => Promise<SecureContext>;
}

interface Credentials {
  readonly key: string;
  readonly cert: string;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const loopback = ['localhost', '127.0.0.1', '::1'];
const day = 86_400_000;

/** Makes a throw-away authority that issues a certificate for any name. */
export async function createAuthority(hosts: readonly string[]): Promise<Authority> {
  const keys = await newKeys();
  const pem = await issued(keys, keys, 'CN=SDK gate, throw-away', [
    new x509.BasicConstraintsExtension(true, undefined, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
  ]);
  const issue = (names: readonly string[]) => leaf(keys, names);
  const contexts = new Map<string, Promise<SecureContext>>();
  const contextFor = (name: string) => {
    const context = contexts.get(name) ?? issue([name]).then((credentials) => createSecureContext(credentials));
    contexts.set(name, context);
    return context;
  };
  return { pem, unnamed: await issue([...new Set([...loopback, ...hosts])]), contextFor };
}

async function leaf(authority: CryptoKeyPair, names: readonly string[]): Promise<Credentials> {
  const keys = await newKeys();
  const alternatives = names.map((name) => ({ type: isIP(name) ? ('ip' as const) : ('dns' as const), value: name }));
  const cert = await issued(keys, authority, 'CN=SDK gate', [
    new x509.SubjectAlternativeNameExtension(alternatives),
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
  ]);
  const der = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { key: x509.PemConverter.encode(der, x509.PemConverter.PrivateKeyTag), cert };
}

async function issued(
  keys: CryptoKeyPair,
  authority: CryptoKeyPair,
  subject: string,
  extensions: x509.Extension[],
): Promise<string> {
  const now = Date.now();
  const certificate = await x509.X509CertificateGenerator.create(
    {
      subject,
      issuer: 'CN=SDK gate, throw-away',
      publicKey: keys.publicKey,
      signingKey: authority.privateKey,
      signingAlgorithm: algorithm,
      notBefore: new Date(now - day),
      notAfter: new Date(now + 365 * day),
      extensions: [
        ...extensions,
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey, false, webcrypto),
        await x509.AuthorityKeyIdentifierExtension.create(authority.publicKey, false, webcrypto),
      ],
    },
    webcrypto,
  );
  return certificate.toString('pem');
}

function newKeys(): Promise<CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

type CryptoKeyPair = webcrypto.CryptoKeyPair;
