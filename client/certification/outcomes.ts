import path from 'node:path';
import { findErrorCode } from '#api/errors';
import { type ClientId, clientRegister, type WantedTests } from '#api/register';
import type { RegisteredRequirement } from '#api/requirement';
import type { TestOutcome } from '#results/verdict';
import { judgeRequirement, type RequirementOutcome } from '#results/verdict';
import { asideOf } from '#run/judging-set';
import { isExpired, matchesPins, type PlacedWaiver, wordsOf } from '#run/waivers';
import { judges } from './judges/judges.ts';
import type { Exchange, Played } from './played.ts';

/** Describes the settings by which a client is judged. */
export interface Terms {
  readonly strict: boolean;
  readonly waivers: readonly PlacedWaiver[];
  /** Counts the scenarios of each requirement in a whole run. */
  readonly wanted: WantedTests;
  readonly leftOut: string;
}

/** Describes one requirement in one scenario, with the request that shows a failure. */
interface ClientTest extends TestOutcome {
  readonly played: Played;
  readonly exchange?: Exchange;
}

/** Describes a requirement with its tests. */
export interface ClientOutcome {
  readonly requirement: RequirementOutcome;
  readonly tests: readonly ClientTest[];
}

/** Judges every requirement: a scenario for those that it exercises, an observed client for all. */
export function judgeClient(played: readonly Played[], terms: Terms): ClientOutcome[] {
  const isObserved = played.some(({ scenario }) => scenario === undefined);
  return clientRegister.map((row) => {
    const own = played.filter(({ scenario }) => scenario === undefined || scenario.exercises.includes(row.id));
    const tests = own.map((one) => judgeTest(row, one, terms));
    const count = terms.wanted.of[row.id] ?? 0;
    const leftOut = count === 0 ? OTHER_OPERATION.aside.words : terms.leftOut;
    const outcomes = tests.map(({ played, exchange, ...test }) => test);
    const requirement = judgeRequirement(row, outcomes, { tests: isObserved ? 0 : count, leftOut });
    return { requirement: { ...requirement, ...(count === 0 ? OTHER_OPERATION : {}) }, tests };
  });
}

/** Marks a requirement that only scenarios of other operations exercise as outside the verdict. */
const OTHER_OPERATION = { aside: { kind: 'outside', words: 'its operation is not in OPERATIONS' } } as const;

function judgeTest(row: RegisteredRequirement, played: Played, terms: Terms): ClientTest {
  const { scenario } = played;
  const title = scenario?.title ?? 'what was observed';
  const file = scenario ? path.relative(process.cwd(), scenario.file) : 'the command';
  const industry = scenario?.industry;
  const place = { title, file, line: scenario?.line ?? 1, ...(industry ? { industry } : {}), played };
  if (!isClientId(row.id)) throw new Error(`${row.id} has no judge. Add one in client/certification/judges/judges.ts.`);
  const judgement = judges[row.id](played);
  if (judgement.outcome !== 'broken') return { ...place, ...judgement };
  const { exchange, reason } = judgement;
  const failure = { title, industries: [industry], responses: exchange ? [toResponse(exchange)] : [] };
  const waiver = terms.waivers.find(
    (one) => one.requirement === row.id && !isExpired(one) && matchesPins(one, failure),
  );
  return { ...place, ...weigh(row, reason, terms, waiver), ...(exchange ? { exchange } : {}) };
}

function isClientId(id: string): id is ClientId {
  return Object.hasOwn(judges, id);
}

/** Returns the response to a request as a waiver pins it. */
function toResponse({ record: { status }, answer }: Exchange) {
  const code = findErrorCode({ status, headers: {}, text: '', json: answer, milliseconds: 0 });
  return { status, ...(code === null ? {} : { code }) };
}

/** Returns the outcome of a failure by its waiver, its level, and whether it is in the verdict. */
function weigh({ id, level }: RegisteredRequirement, reason: string, { strict }: Terms, waiver?: PlacedWaiver) {
  const breach = { kind: 'error', words: reason } as const;
  if (waiver) {
    const cause = { kind: 'waived', place: waiver.place, words: wordsOf(waiver), breach } as const;
    return { outcome: 'waived', reason: cause.words, cause } as const;
  }
  const isInVerdict = (level === 'must' || strict) && asideOf(id) === undefined;
  return { outcome: isInVerdict ? 'failed' : 'warned', reason, cause: breach } as const;
}
