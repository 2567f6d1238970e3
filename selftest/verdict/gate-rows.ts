import type { Conformance } from '#results/document';
import type { GatePolicy } from '#results/policy';
import { type Found, musts, waiver } from '../tools/page-document.ts';

/** A result, the policy that it is held against, and what is decided. */
export interface Row {
  readonly title: string;
  readonly found: Found;
  readonly changes?: Partial<Conformance>;
  readonly policy?: GatePolicy;
  readonly code: number;
  readonly why?: string;
}

/** A must that was not exercised. */
export const skipped = { 'TOK-01': { outcome: 'not exercised', reason: 'no state' } } as const;
const failed = { 'TOK-01': { outcome: 'failed', reason: 'broken' } } as const;
/** A should that warned. */
export const warned = { 'ORD-16': { outcome: 'warned', reason: 'slow' } } as const;
const waived = { 'TOK-01': { outcome: 'waived', reason: 'known' } } as const;

const unproven = (requirement: string) =>
  ({ outcome: 'inconclusive', reason: 'x', cause: { kind: 'failed control', requirement } }) as const;

/** Every way in which the gate decides. */
export const rows: readonly Row[] = [
  { title: 'CONFORMANT', found: {}, code: 0, why: `${musts} of ${musts} musts passed` },
  { title: 'a must that failed', found: failed, code: 1, why: `1 of ${musts} musts failed: TOK-01` },
  {
    title: 'a must that failed, where INCOMPLETE is allowed',
    found: { ...failed, 'TOK-02': skipped['TOK-01'] },
    policy: { allowIncomplete: true },
    code: 1,
  },
  {
    title: 'a should that failed in a STRICT run',
    found: { 'ORD-16': { outcome: 'failed', reason: 'x' } },
    code: 1,
    why: 'the run was STRICT, and a should failed: ORD-16',
  },
  {
    title: 'INCOMPLETE',
    found: skipped,
    code: 2,
    why: `1 of ${musts} musts are not exercised or inconclusive`,
  },
  { title: 'INCOMPLETE that is allowed', found: skipped, policy: { allowIncomplete: true }, code: 0 },
  {
    title: 'a run that exercised nothing, where INCOMPLETE is allowed',
    found: skipped,
    changes: { exercised: false },
    policy: { allowIncomplete: true },
    code: 2,
    why: 'nothing was exercised',
  },
  {
    title: 'a target out of reach, where INCOMPLETE is allowed',
    found: { 'TOK-01': { outcome: 'inconclusive', reason: 'the target is out of reach: ECONNREFUSED' } },
    changes: { exercised: false },
    policy: { allowIncomplete: true },
    code: 3,
    why: 'ECONNREFUSED',
  },
  {
    title: 'a target that was lost on the way',
    found: skipped,
    changes: { unreachable: 'the target was out of reach 3 times in a row' },
    policy: { allowIncomplete: true },
    code: 3,
    why: 'out of reach 3 times',
  },
  {
    title: 'an error of the suite',
    found: failed,
    changes: { errors: ['a\n  b'] },
    code: 4,
    why: 'own: a b',
  },
  {
    title: 'a part of a run, where INCOMPLETE is allowed',
    found: skipped,
    changes: { shards: { of: 3, present: [1, 2] } },
    policy: { allowIncomplete: true },
    code: 2,
    why: 'shard 3 of 3 is missing',
  },
  { title: 'all parts of a run', found: {}, changes: { shards: { of: 2, present: [1, 2] } }, code: 0 },
  {
    title: 'a waiver that is to be deleted',
    found: {},
    changes: { waivers: [{ ...waiver, outcome: 'to be deleted', problem: 'Delete the waiver.' }] },
    code: 1,
    why: 'Delete the waiver',
  },
  {
    title: 'an open waiver of a must',
    found: waived,
    code: 0,
    why: `${musts - 1} of ${musts} musts passed; waived: TOK-01`,
  },
  {
    title: 'a must that is unstable, where INCOMPLETE is allowed',
    found: { 'TOK-01': { outcome: 'unstable', reason: 'once' } },
    policy: { allowIncomplete: true },
    code: 2,
    why: 'unstable',
  },
  {
    title: 'a failed control whose requirement passes elsewhere, where INCOMPLETE is allowed',
    found: { 'TOK-01': unproven('TOK-02') },
    policy: { allowIncomplete: true },
    code: 1,
    why: `1 of ${musts} musts could not be judged because control requests failed: TOK-01`,
  },
  {
    title: 'many failed controls of a waived requirement, where INCOMPLETE is allowed',
    found: {
      ...waived,
      ...Object.fromEntries(
        Array.from({ length: 30 }, (_, at) => [`TOK-${String(at + 2).padStart(2, '0')}`, unproven('TOK-01')]),
      ),
    },
    policy: { allowIncomplete: true },
    code: 1,
    why: 'could not be judged because control requests failed',
  },
  {
    title: 'a waiver too many',
    found: waived,
    policy: { maxWaivers: 0 },
    code: 1,
    why: 'waivers: 1. Expected at most 0',
  },
  { title: 'a warning', found: warned, code: 0, why: `${musts} of ${musts} musts passed; 1 warning: ORD-16` },
  { title: 'as many warnings as allowed', found: warned, policy: { maxWarnings: 1 }, code: 0 },
  {
    title: 'a warning too many',
    found: warned,
    policy: { maxWarnings: 0 },
    code: 1,
    why: 'warnings: 1. Expected at most 0',
  },
  {
    title: 'a required endpoint with a must that was not exercised',
    found: skipped,
    policy: { allowIncomplete: true, require: ['instore-orders', 'oauth-token'] },
    code: 2,
    why: 'TOK-01 (not exercised)',
  },
  {
    title: 'a required endpoint with a waiver',
    found: waived,
    policy: { require: ['oauth-token'] },
    code: 1,
    why: 'TOK-01 (waived)',
  },
  {
    title: 'a required endpoint whose musts are passed',
    found: skipped,
    policy: { allowIncomplete: true, require: ['instore-orders'] },
    code: 0,
  },
  {
    title: 'fewer musts exercised than wanted',
    found: skipped,
    policy: { allowIncomplete: true, minExercised: { count: musts, isPercent: false } },
    code: 2,
    why: `${musts - 1} of ${musts} musts were exercised. Expected at least ${musts}`,
  },
  {
    title: 'a smaller part of the musts exercised than wanted',
    found: skipped,
    policy: { allowIncomplete: true, minExercised: { count: 100, isPercent: true } },
    code: 2,
    why: 'Expected at least 100%',
  },
  {
    title: 'as many musts exercised as wanted',
    found: skipped,
    policy: { allowIncomplete: true, minExercised: { count: 98, isPercent: true } },
    code: 0,
  },
];
