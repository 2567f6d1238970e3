import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import { promisify } from 'node:util';

/** Describes the files by which a language trusts the authority of a run. */
export interface Trust {
  readonly pem: string;
  /** The authority, and those that the machine trusts anyway: some variables replace what a language knows. */
  readonly bundle: string;
  /** A trust store for the JVM; undefined if not asked for, or the machine has no keytool. */
  readonly jvmStore: string | undefined;
  readonly phpFolder: string;
}

/** Holds the password of the JVM's trust store, which holds public certificates and requires some password. */
export const storePassword = 'changeit';

/** Lists the files in which distributions keep their authorities. */
export const bundles = ['/etc/ssl/certs/ca-certificates.crt', '/etc/pki/tls/certs/ca-bundle.crt', '/etc/ssl/cert.pem'];

/** Writes the files of an authority into a folder. */
export async function writeTrust(
  folder: string,
  authority: string,
  { NODE_EXTRA_CA_CERTS, SSL_CERT_FILE, JAVA_HOME }: NodeJS.ProcessEnv,
  forJvm: boolean,
): Promise<Trust> {
  const place = (name: string) => path.join(folder, name);
  const [pem, bundle, phpFolder] = [place('ca.pem'), place('bundle.pem'), place('php')];
  const found = [SSL_CERT_FILE, ...bundles].find((file) => file !== undefined && existsSync(file));
  writeFileSync(pem, [authority, readText(NODE_EXTRA_CA_CERTS)].join('\n'));
  writeFileSync(bundle, [authority, found === undefined ? rootCertificates.join('\n') : readText(found)].join('\n'));
  mkdirSync(phpFolder);
  writeFileSync(path.join(phpFolder, 'sdk-gate.ini'), `curl.cainfo=${bundle}\nopenssl.cafile=${bundle}\n`);
  return { pem, bundle, phpFolder, jvmStore: forJvm ? await writeJvmStore(folder, authority, JAVA_HOME) : undefined };
}

function readText(file: string | undefined): string {
  return file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Writes a trust store with the keytool of the JVM. */
async function writeJvmStore(folder: string, authority: string, home?: string): Promise<string | undefined> {
  const [store, certificate] = [path.join(folder, 'ca.p12'), path.join(folder, 'authority.pem')];
  writeFileSync(certificate, authority);
  const into = ['-keystore', store, '-storetype', 'PKCS12', '-storepass', storePassword];
  const add = ['-importcert', '-noprompt', '-alias', 'sdk-gate', '-file', certificate];
  try {
    await promisify(execFile)(home ? path.join(home, 'bin', 'keytool') : 'keytool', [...add, ...into]);
    return store;
  } catch {
    return undefined;
  }
}
