import path from 'node:path';
import { findErrorCode } from '#api/errors';
import { type ClientId, clientRegister, type WantedTests } from '#api/register';
import type { RegisteredRequirement } from '#api/requirement';
import { matchesPins, wordsOf } from '#assertions/waive';
import type { TestOutcome } from '#results/outcome';
import { judgeRequirement, type RequirementOutcome } from '#results/verdict';
import { asideOf } from '#run/judging-set';
import { isExpired, type PlacedWaiver } from '#run/waivers';
import { judges } from './judges/judges.ts';
import type { Exchange, Played } from './played.ts';

/** Describes the settings by which a client is judged. */
export interface Terms {
  /** STRICT: a broken should fails. */
  readonly strict: boolean;
  readonly waivers: readonly PlacedWaiver[];
  /** Counts the scenarios of each requirement in a whole run. */
  readonly wanted: WantedTests;
  /** Gives the reason why a scenario of a requirement was not played. */
  readonly leftOut: string;
}

/** Describes one requirement in one scenario: the outcome, and the request that shows a breach. */
export interface ClientTest extends TestOutcome {
  readonly played: Played;
  readonly exchange?: Exchange;
}

/** Describes a requirement with its tests. */
export interface ClientOutcome {
  readonly requirement: RequirementOutcome;
  readonly tests: readonly ClientTest[];
}

/** Holds what was played against every requirement: of a scenario those that it exercises, of what was observed all. */
export function judgeClient(played: readonly Played[], terms: Terms): ClientOutcome[] {
  return clientRegister.map((row) => {
    const own = played.filter(({ scenario }) => scenario === undefined || scenario.exercises.includes(row.id));
    const tests = own.map((one) => testOf(row, one, terms));
    const isObserved = played.some(({ scenario }) => scenario === undefined);
    const count = terms.wanted.of[row.id] ?? 0;
    const wanted = {
      tests: isObserved ? 0 : count,
      leftOut: count === 0 ? OTHER_OPERATION.aside.words : terms.leftOut,
    };
    const requirement = judgeRequirement(row, tests.map(withoutEvidence), wanted);
    return { requirement: { ...requirement, ...(count === 0 ? OTHER_OPERATION : {}) }, tests };
  });
}

/** Leaves out of the verdict what only scenarios of other operations exercise. */
const OTHER_OPERATION = { aside: { kind: 'outside', words: 'its operation is not in OPERATIONS' } } as const;

function testOf(row: RegisteredRequirement, played: Played, terms: Terms): ClientTest {
  const { scenario } = played;
  const title = scenario?.title ?? 'what was observed';
  const file = scenario ? path.relative(process.cwd(), scenario.file) : 'the command';
  const industry = scenario?.industry;
  const place = { title, file, line: scenario?.line ?? 1, ...(industry ? { industry } : {}), played };
  if (!isClientId(row.id)) throw new Error(`${row.id} has no judge: add one in client/certification/judges/judges.ts.`);
  const judgement = judges[row.id](played);
  if (judgement.outcome !== 'broken') return { ...place, ...judgement };
  const { exchange } = judgement;
  const pinnedTo = (waiver: PlacedWaiver) => matchesPins(waiver, failureOf(title, industry, exchange));
  const own = terms.waivers.find((one) => one.requirement === row.id && !isExpired(one) && pinnedTo(one));
  return { ...place, ...weighed(row, judgement.reason, terms, own), ...(exchange ? { exchange } : {}) };
}

function isClientId(id: string): id is ClientId {
  return Object.hasOwn(judges, id);
}

/** Returns a failure as a waiver pins it: by the response to the request that shows it. */
function failureOf(title: string, industry: string | undefined, exchange: Exchange | undefined) {
  const responses = exchange ? [responseOf(exchange)] : [];
  return { title, industries: [industry], responses };
}

function responseOf({ record: { status }, answer }: Exchange) {
  const code = findErrorCode({ status, headers: {}, text: '', json: answer, milliseconds: 0 });
  return { status, ...(code === null ? {} : { code }) };
}

/** Returns a breach by the level of its requirement, by its waiver, or by why it is not in the verdict. */
function weighed(
  { id, level }: RegisteredRequirement,
  reason: string,
  { strict }: Terms,
  waiver: PlacedWaiver | undefined,
) {
  const breach = { kind: 'error', words: reason } as const;
  if (waiver) {
    const cause = { kind: 'waived', place: waiver.place, words: wordsOf(waiver), breach } as const;
    return { outcome: 'waived', reason: cause.words, cause } as const;
  }
  const isHeld = (level === 'must' || strict) && asideOf(id) === undefined;
  return { outcome: isHeld ? 'failed' : 'warned', reason, cause: breach } as const;
}

function withoutEvidence({ played, exchange, ...test }: ClientTest): TestOutcome {
  return test;
}
