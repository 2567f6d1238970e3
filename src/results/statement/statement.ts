import { createPublicKey } from 'node:crypto';
import { CompactSign, calculateJwkThumbprint, exportJWK } from 'jose';
import { environment } from '#run/context';
import { computeDigest, type Digest, listReportDigests } from '#run/digest';
import { commitOf, home } from '#run/process/program';
import type { Conformance } from '../document.ts';
import type { SigningKey } from './key.ts';

/** The part of a result that a statement holds. */
export interface StatedRun
  extends Pick<
    Conformance,
    | 'target'
    | 'product'
    | 'set'
    | 'verdict'
    | 'conditions'
    | 'selection'
    | 'counts'
    | 'seed'
    | 'depth'
    | 'shards'
    | 'replay'
  > {
  readonly subject: Conformance['decision']['subject'];
  readonly window: { readonly started: string; readonly ended: string };
  readonly waivers: readonly Pick<Conformance['waivers'][number], 'requirement' | 'reason' | 'owner' | 'expires'>[];
}

/** The signed content: the subject, the time, the suite, the verdict, and the digests of the reports. */
export interface Statement extends StatedRun {
  /** The commit is empty if git found none. */
  readonly suite: Conformance['suite'] & { readonly schemas: string };
  readonly client?: StatedClient;
  readonly reports: readonly Digest[];
  readonly stated: string;
  /** The workflow that ran the suite; its attestation shows if that is true. A run without one is self-declared. */
  readonly workflow?: string;
}

/** The client's run next to that of a service: the suite that judged it may be another. */
export interface StatedClient extends StatedRun {
  readonly suite: Conformance['suite'];
}

export const CLIENT = 'client';

/** Returns the digest of the schemas of this suite. */
export function schemasDigest(): string {
  return computeDigest(home, 'schemas').sha256;
}

/** Returns the facts that a statement holds of a run, from its result alone. */
export function stateRun(document: Conformance): StatedRun {
  const { target, product, set, verdict, conditions, selection, shards, replay, counts, seed, depth } = document;
  const { started, ended, waivers, decision } = document;
  return {
    subject: decision.subject,
    target,
    product,
    set,
    window: { started, ended },
    verdict,
    conditions,
    selection,
    ...(shards ? { shards } : {}),
    ...(replay ? { replay } : {}),
    counts,
    seed,
    depth,
    waivers: waivers.map(({ requirement, reason, owner, expires }) => ({ requirement, reason, owner, expires })),
  };
}

/** Returns the same for the client's run next to a service's. */
export function stateClient(document: Conformance): StatedClient {
  return { ...stateRun(document), suite: document.suite };
}

/** Returns the statement over a result, that of a client if there is one, and the folder of its reports. */
export function statementOf(document: Conformance, folder: string, register: string, client?: Conformance): Statement {
  const { GITHUB_WORKFLOW_REF } = environment();
  return {
    ...stateRun(document),
    ...(client ? { client: stateClient(client) } : {}),
    suite: { ...document.suite, commit: commitOf() ?? '', register, schemas: schemasDigest() },
    reports: listReportDigests(folder),
    stated: new Date().toISOString(),
    ...(GITHUB_WORKFLOW_REF === undefined ? {} : { workflow: GITHUB_WORKFLOW_REF }),
  };
}

/** The media type of a statement, in the `typ` of its header. */
export const TYPE = 'conformance-statement+jws';

/** Returns the statement as a JSON Web Signature in compact form (RFC 7515); the header holds the public key. */
export async function signed(statement: Statement, { key, alg }: SigningKey): Promise<string> {
  const jwk = await exportJWK(createPublicKey(key));
  const header = { alg, typ: TYPE, kid: await calculateJwkThumbprint(jwk), jwk };
  return new CompactSign(Buffer.from(JSON.stringify(statement))).setProtectedHeader(header).sign(key);
}
