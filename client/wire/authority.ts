import 'reflect-metadata'; // required by @peculiar/x509
import { webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import * as x509 from '@peculiar/x509';

/** Describes a certificate authority that lives as long as one run; its key stays in memory. */
export type Authority = Awaited<ReturnType<typeof createAuthority>>;

type Keys = webcrypto.CryptoKeyPair;

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const issuer = 'CN=SDK gate, throw-away';
const day = 86_400_000;

/** Makes a throw-away authority that issues a certificate for any name. */
export async function createAuthority(hosts: readonly string[]) {
  const keys = await createKeys();
  const pem = await sign(keys, keys, issuer, [
    new x509.BasicConstraintsExtension(true, undefined, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
  ]);
  const contexts = new Map<string, Promise<SecureContext>>();
  const contextFor = (name: string) => {
    const context = contexts.get(name) ?? issue(keys, [name]).then((credentials) => createSecureContext(credentials));
    contexts.set(name, context);
    return context;
  };
  /** A certificate for clients that ask for no name, with the loopback addresses and the API's hosts. */
  const unnamed = await issue(keys, [...new Set(['localhost', '127.0.0.1', '::1', ...hosts])]);
  return { pem, unnamed, contextFor };
}

async function issue(authority: Keys, names: readonly string[]) {
  const keys = await createKeys();
  const alternatives = names.map((name) => ({ type: isIP(name) ? ('ip' as const) : ('dns' as const), value: name }));
  const cert = await sign(keys, authority, 'CN=SDK gate', [
    new x509.SubjectAlternativeNameExtension(alternatives),
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
  ]);
  const der = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { key: x509.PemConverter.encode(der, x509.PemConverter.PrivateKeyTag), cert };
}

async function sign({ publicKey }: Keys, authority: Keys, subject: string, extensions: x509.Extension[]) {
  const now = Date.now();
  const all = [
    ...extensions,
    await x509.SubjectKeyIdentifierExtension.create(publicKey, false, webcrypto),
    await x509.AuthorityKeyIdentifierExtension.create(authority.publicKey, false, webcrypto),
  ];
  const signing = { signingKey: authority.privateKey, signingAlgorithm: algorithm, extensions: all };
  const time = { notBefore: new Date(now - day), notAfter: new Date(now + 365 * day) };
  const certificate = await x509.X509CertificateGenerator.create(
    { subject, issuer, publicKey, ...signing, ...time },
    webcrypto,
  );
  return certificate.toString('pem');
}

function createKeys(): Promise<Keys> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}
