import { createPublicKey, type KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { CompactSign, calculateJwkThumbprint, compactVerify, decodeProtectedHeader, errors, exportJWK } from 'jose';
import { environment } from '#run/context';
import { listReportDigests } from '#run/digest';
import { readJsonFile } from '#run/json-file';
import { toMessage } from '#run/process/output';
import resultSchema from './conformance.schema.json' with { type: 'json' };
import { decideRun, emptyDecisionInput } from './decision.ts';
import type { Conformance } from './document.ts';
import { compareRows } from './ledger/comparison.ts';
import type { SigningKey } from './signing-key.ts';
import schema from './statement.schema.json' with { type: 'json' };
import { computeVerdict, countOutcomes } from './verdict.ts';

/** The signed content: the digests of the reports, conformance.json among them, and when and by whom it was signed. */
export type Statement = Readonly<ReturnType<typeof createStatement>>;

/** Returns the statement over a folder of reports. */
export function createStatement(folder: string) {
  const { GITHUB_WORKFLOW_REF } = environment();
  return {
    reports: listReportDigests(folder),
    stated: new Date().toISOString(),
    // The attestation shows if it is true. A run without one is self-declared.
    ...(GITHUB_WORKFLOW_REF === undefined ? {} : { workflow: GITHUB_WORKFLOW_REF }),
  };
}

const TYPE = 'conformance-statement+jws';

/** Returns the statement as a JSON Web Signature in compact form (RFC 7515); the header holds the public key. */
export async function signStatement(statement: Statement, { key, alg }: SigningKey): Promise<string> {
  const jwk = await exportJWK(createPublicKey(key));
  const header = { alg, typ: TYPE, kid: await calculateJwkThumbprint(jwk), jwk };
  return new CompactSign(Buffer.from(JSON.stringify(statement))).setProtectedHeader(header).sign(key);
}

interface Checked {
  readonly statement?: Statement;
  /** The thumbprint of the key that the signature was checked with (RFC 7638). */
  readonly thumbprint?: string;
  readonly problems: readonly string[];
}

/** Checks a statement: its signature, by `key` or by the key in its header, and the reports next to it. */
export async function checkStatement(jws: string, folder: string, key?: KeyObject): Promise<Checked> {
  const opened = await readSigned(jws.trim(), key).catch((error: unknown) => ({ problems: [describeError(error)] }));
  if (!('payload' in opened)) return opened;
  const { payload, thumbprint } = opened;
  if (!new Ajv2020().compile<Statement>(schema)(payload))
    return { thumbprint, problems: ['The signature is valid, but the content is not a statement of conformance.'] };
  return { statement: payload, thumbprint, problems: [...reportProblems(payload, folder), ...resultProblems(folder)] };
}

async function readSigned(jws: string, key?: KeyObject): Promise<{ payload: unknown; thumbprint: string }> {
  const { jwk, typ } = decodeProtectedHeader(jws);
  if (typ !== TYPE)
    throw new Error(`The file is not a statement: its type is ${typ ?? 'missing'}. Use the statement.jws of the run.`);
  if (!key && !jwk) throw new Error('The statement contains no public key. Use --key FILE.');
  const used = key ?? createPublicKey({ key: { ...jwk }, format: 'jwk' });
  const { payload } = await compactVerify(jws, used, { algorithms: ['EdDSA', 'PS256', 'ES256', 'ES384'] });
  return {
    payload: JSON.parse(Buffer.from(payload).toString()),
    thumbprint: await calculateJwkThumbprint(await exportJWK(used)),
  };
}

function describeError(error: unknown): string {
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return 'The signature is invalid: the statement was changed, or another key signed it.';
  if (error instanceof errors.JOSEError || error instanceof TypeError)
    return `The file cannot be read as a statement: ${error.message}. Use the statement.jws that you were sent.`;
  return toMessage(error);
}

/** Returns a problem for each report that is missing or was changed, and for each that was not signed: it may say anything. */
function reportProblems({ reports }: Statement, folder: string): string[] {
  const { gone, pairs, new: unsigned } = compareRows(reports, listReportDigests(folder), ({ name }) => name);
  const changed = pairs.filter(([signed, found]) => signed.sha256 !== found.sha256);
  const count = (signed: number, found: number) =>
    signed === found ? '' : ` It had ${signed} files and has ${found}.`;
  return [
    ...gone.map(({ name }) => `${name} is missing, but the statement covers it.`),
    ...changed.map(
      ([{ name, files }, found]) => `${name} was changed after the statement was signed.${count(files, found.files)}`,
    ),
    ...unsigned.map(({ name }) => `${name} is in the folder of the reports, but the statement does not cover it.`),
  ];
}

const CLIENT = 'client';

/** Returns the results in a folder of reports: the one of its run, and that of a client's next to it. */
export function readResults(folder: string): readonly [Conformance, ...Conformance[]] {
  const read = (file: string) => readJsonFile<Conformance>(file, resultSchema).value;
  const ofClient = path.join(folder, CLIENT, 'conformance.json');
  return [read(path.join(folder, 'conformance.json')), ...(existsSync(ofClient) ? [read(ofClient)] : [])];
}

/** Returns a problem for each part of a result that does not follow from its requirements. */
function resultProblems(folder: string): string[] {
  if (!existsSync(path.join(folder, 'conformance.json'))) return ['There is no conformance.json.'];
  return readResults(folder).flatMap((document) => [...verdictProblems(document), ...decisionProblems(document)]);
}

function verdictProblems({ verdict, counts, requirements }: Conformance): string[] {
  const made = computeVerdict(requirements);
  const isVerdict = made === verdict || verdict === 'INCOMPLETE';
  return [
    ...(isVerdict ? [] : [`conformance.json says ${verdict}, but its requirements give ${made}.`]),
    ...(isDeepStrictEqual(counts, countOutcomes(requirements)) ? [] : ['The counts of conformance.json are wrong.']),
  ];
}

/** Checks the decision: settings of the run can only have added to what the result alone makes it. */
function decisionProblems(document: Conformance): string[] {
  const { subject, reasons } = document.decision;
  const kinds = new Set(reasons.map(({ kind }) => kind));
  const terms = { ...emptyDecisionInput, subject, certify: kinds.has('certify'), isMerge: kinds.has('shard missing') };
  const made = decideRun(document, terms).reasons.filter(({ kind }) => !kinds.has(kind));
  return made.map(({ words }) => `The decision in conformance.json omits: ${words}.`);
}
