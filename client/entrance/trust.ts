import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import { promisify } from 'node:util';

/** Describes the files by which a language trusts the authority of a run. */
export interface Trust {
  /** The authority alone. */
  readonly pem: string;
  /** The authority, and those that the machine trusts anyway: some variables replace what a language knows. */
  readonly bundle: string;
  /** A trust store for the JVM; undefined where none is wanted, or the machine has no keytool. */
  readonly jvmStore: string | undefined;
  /** A folder with a PHP configuration. */
  readonly phpFolder: string;
}

/** Holds the password of the JVM's own trust store, which holds public certificates and wants some password. */
export const storePassword = 'changeit';

/** Says where distributions keep the authorities that they trust. */
export const bundles = ['/etc/ssl/certs/ca-certificates.crt', '/etc/pki/tls/certs/ca-bundle.crt', '/etc/ssl/cert.pem'];

/** Writes the files of an authority into a folder. */
export async function writeTrust(
  folder: string,
  authority: string,
  inherited: NodeJS.ProcessEnv,
  forJvm: boolean,
): Promise<Trust> {
  const pem = path.join(folder, 'ca.pem');
  writeFileSync(pem, [authority, textOf(inherited.NODE_EXTRA_CA_CERTS)].join('\n'));
  const bundle = path.join(folder, 'bundle.pem');
  writeFileSync(bundle, [authority, machineAuthorities(inherited)].join('\n'));
  return {
    pem,
    bundle,
    jvmStore: forJvm ? await jvmStore(folder, authority, inherited) : undefined,
    phpFolder: phpConfiguration(folder, bundle),
  };
}

function machineAuthorities({ SSL_CERT_FILE }: NodeJS.ProcessEnv): string {
  const found = [SSL_CERT_FILE, ...bundles].find((file) => file !== undefined && existsSync(file));
  return found === undefined ? rootCertificates.join('\n') : textOf(found);
}

function textOf(file: string | undefined): string {
  return file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Written by the keytool that every JVM comes with. */
async function jvmStore(
  folder: string,
  authority: string,
  { JAVA_HOME }: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const [store, certificate] = [path.join(folder, 'ca.p12'), path.join(folder, 'authority.pem')];
  writeFileSync(certificate, authority);
  const into = ['-keystore', store, '-storetype', 'PKCS12', '-storepass', storePassword];
  const keytool = JAVA_HOME ? path.join(JAVA_HOME, 'bin', 'keytool') : 'keytool';
  const add = ['-importcert', '-noprompt', '-alias', 'sdk-gate', '-file', certificate];
  try {
    await promisify(execFile)(keytool, [...add, ...into]);
    return store;
  } catch {
    return undefined;
  }
}

function phpConfiguration(folder: string, bundle: string): string {
  const php = path.join(folder, 'php');
  mkdirSync(php);
  writeFileSync(path.join(php, 'sdk-gate.ini'), `curl.cainfo=${bundle}\nopenssl.cafile=${bundle}\n`);
  return php;
}
