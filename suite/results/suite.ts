import packageFile from '../../package.json' with { type: 'json' };
import { commitOf } from '../run/process/program.ts';

/** Which suite made a result. */
export interface Suite {
  readonly name: string;
  readonly version: string;
  /** Empty where git could not tell. */
  readonly commit: string;
  /** The digest of its register of requirements. */
  readonly register: string;
}

/** This suite; `register` is the digest of its register. */
export function suiteOf(register: string): Suite {
  return { name: packageFile.name, version: packageFile.version, commit: commitOf() ?? '', register };
}
