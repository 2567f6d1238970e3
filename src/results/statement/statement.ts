import { createPublicKey } from 'node:crypto';
import { CompactSign, calculateJwkThumbprint, exportJWK } from 'jose';
import { environment } from '#run/context';
import { computeDigest, type Digest, listReportDigests } from '#run/digest';
import { commitOf, home } from '#run/process/program';
import type { Conformance } from '../document.ts';
import type { SigningKey } from './key.ts';

export interface StatedRun
  extends Pick<
    Conformance,
    'target' | 'product' | 'set' | 'verdict' | 'conditions' | 'selection' | 'counts' | 'seed' | 'depth'
  > {
  readonly subject: Conformance['decision']['subject'];
  readonly shards?: Conformance['shards'];
  readonly replay?: Conformance['replay'];
  readonly window: { readonly started: string; readonly ended: string };
  readonly waivers: readonly Pick<Conformance['waivers'][number], 'requirement' | 'reason' | 'owner' | 'expires'>[];
}

export interface Statement extends StatedRun {
  readonly suite: {
    readonly name: string;
    readonly version: string;
    /** Empty where git could not tell. */
    readonly commit: string;
    readonly register: string;
    readonly schemas: string;
  };
  readonly client?: StatedClient;
  readonly reports: readonly Digest[];
  readonly stated: string;
  readonly workflow?: string;
}

export interface StatedClient extends StatedRun {
  readonly suite: Conformance['suite'];
}

export const CLIENT = 'client';

/** The digest of the schemas of this suite. */
export function schemasDigest(): string {
  return computeDigest(home, 'schemas').sha256;
}

/** Returns what a statement says of a run: it follows from the result alone. */
export function stateRun(document: Conformance): StatedRun {
  const { target, product, verdict, conditions, selection, shards, replay, counts, seed, depth, started, ended } =
    document;
  return {
    subject: document.decision.subject,
    target,
    product,
    set: document.set,
    window: { started, ended },
    verdict,
    conditions,
    selection,
    ...(shards ? { shards } : {}),
    ...(replay ? { replay } : {}),
    counts,
    seed,
    depth,
    waivers: document.waivers.map(({ requirement, reason, owner, expires }) => ({
      requirement,
      reason,
      owner,
      expires,
    })),
  };
}

/** The same of the client's run beside a service's. */
export function stateClient(document: Conformance): StatedClient {
  return { ...stateRun(document), suite: document.suite };
}

/**
 * The statement over the result of a run, that of a client beside it, and the folder of its reports; `register` is the
 * digest of the register.
 */
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

/** The statement as a JSON Web Signature in compact form (RFC 7515); the header holds the public key. */
export async function signed(statement: Statement, { key, alg }: SigningKey): Promise<string> {
  const jwk = await exportJWK(createPublicKey(key));
  const header = { alg, typ: TYPE, kid: await calculateJwkThumbprint(jwk), jwk };
  return new CompactSign(Buffer.from(JSON.stringify(statement))).setProtectedHeader(header).sign(key);
}
