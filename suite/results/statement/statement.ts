import { commitOf } from '../../run/commit.ts';
import { type Digest, digestOf, reportDigests } from '../../run/digest.ts';
import { home } from '../../run/process/program.ts';
import type { Conformance } from '../document.ts';

/** What is signed: who was tested when, by which suite, with which verdict, and what the reports hold. */
export interface Statement
  extends Pick<
    Conformance,
    'target' | 'product' | 'set' | 'verdict' | 'conditions' | 'selection' | 'counts' | 'seed' | 'depth'
  > {
  /** The machines of a shared run that the result stands on. */
  readonly shards?: Conformance['shards'];
  readonly window: { readonly started: string; readonly ended: string };
  readonly suite: {
    readonly name: string;
    readonly version: string;
    /** Empty where git could not tell. */
    readonly commit: string;
    readonly register: string;
    readonly schemas: string;
  };
  readonly waivers: readonly Pick<
    Conformance['waivers'][number],
    'requirement' | 'reason' | 'owner' | 'expires'
  >[];
  /** What of the requirements is called wrong, so that it is not in the verdict. */
  readonly challenges: readonly Pick<
    Conformance['challenges'][number],
    'requirement' | 'argument' | 'by' | 'date' | 'state'
  >[];
  readonly reports: readonly Digest[];
  readonly stated: string;
}

/** The digest of the schemas of this suite. */
export function schemasDigest(): string {
  return digestOf(home, 'schemas').sha256;
}

/** What a statement says of a run: of the result alone, so that whoever has the result says the same. */
export function toldOf(document: Conformance): Omit<Statement, 'suite' | 'reports' | 'stated'> {
  const { target, product, verdict, conditions, selection, shards, counts, seed, depth, started, ended } =
    document;
  return {
    target,
    product,
    set: document.set,
    window: { started, ended },
    verdict,
    conditions,
    selection,
    ...(shards ? { shards } : {}),
    counts,
    seed,
    depth,
    waivers: document.waivers.map(({ requirement, reason, owner, expires }) => ({
      requirement,
      reason,
      owner,
      expires,
    })),
    challenges: document.challenges.map(({ requirement, argument, by, date, state }) => ({
      requirement,
      argument,
      by,
      date,
      state,
    })),
  };
}

/** The statement over the result of a run and over the folder of its reports; `register` is the digest of the register. */
export function statementOf(document: Conformance, folder: string, register: string): Statement {
  return {
    ...toldOf(document),
    suite: { ...document.suite, commit: commitOf() ?? '', register, schemas: schemasDigest() },
    reports: reportDigests(folder),
    stated: new Date().toISOString(),
  };
}
