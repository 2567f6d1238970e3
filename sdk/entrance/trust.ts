import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { generateCACertificate } from 'mockttp';

/** A certificate authority that lives as long as one run, and the files by which a language trusts it. */
export interface Trust {
  readonly key: string;
  readonly cert: string;
  readonly pem: string;
  /** A PKCS#12 trust store for the JVM; undefined where none is wanted, or the machine has no keytool. */
  readonly pkcs12: string | undefined;
  /** A folder with a PHP configuration. */
  readonly phpFolder: string;
  readonly remove: () => void;
}

/** The password of the trust store: it holds one public certificate, and the JVM wants some password. */
export const storePassword = 'changeit';

/** Makes a throw-away authority. Its key stays in memory; its certificate stands in a folder of its own. */
export async function createTrust(environment: NodeJS.ProcessEnv, forJvm: boolean): Promise<Trust> {
  const { key, cert } = await generateCACertificate({ subject: { commonName: 'SDK gate, throw-away' } });
  const folder = mkdtempSync(path.join(tmpdir(), 'sdk-gate-'));
  const pem = path.join(folder, 'ca.pem');
  writeFileSync(pem, cert);
  return {
    key,
    cert,
    pem,
    pkcs12: forJvm ? await trustStore(folder, pem, environment) : undefined,
    phpFolder: phpConfiguration(folder, pem),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Written by the JVM's own keytool, which every JVM comes with. */
async function trustStore(
  folder: string,
  pem: string,
  { JAVA_HOME }: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const store = path.join(folder, 'ca.p12');
  const into = ['-keystore', store, '-storetype', 'PKCS12', '-storepass', storePassword];
  const keytool = JAVA_HOME ? path.join(JAVA_HOME, 'bin', 'keytool') : 'keytool';
  try {
    await promisify(execFile)(keytool, [
      '-importcert',
      '-noprompt',
      '-alias',
      'sdk-gate',
      '-file',
      pem,
      ...into,
    ]);
    return store;
  } catch {
    return undefined;
  }
}

function phpConfiguration(folder: string, pem: string): string {
  const php = path.join(folder, 'php');
  mkdirSync(php);
  writeFileSync(path.join(php, 'sdk-gate.ini'), `curl.cainfo=${pem}\nopenssl.cafile=${pem}\n`);
  return php;
}
