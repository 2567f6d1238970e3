import path from 'node:path';
import type { Failure } from '#api/cause';
import { findErrorCode } from '#api/errors';
import { clientRegister, type TestCounts } from '#api/register';
import type { RegisteredRequirement } from '#api/requirement';
import { redact } from '#redaction/redact';
import { listDefects } from '#results/cause-groups';
import { judgeRequirement, type RequirementOutcome, type TestOutcome } from '#results/verdict';
import { describeWaiver, findExclusion, isExpired, matchesPins, type PlacedWaiver } from '#run/judging';
import type { Settings } from '#run/settings/settings';
import { answerJudges } from './judges/answers.ts';
import { requestJudges } from './judges/requests.ts';
import { tokenJudges } from './judges/tokens.ts';
import judgeNames from './judges.json' with { type: 'json' };
import type { Faults, Judge, Judgement, Played, PlayedExchange } from './played.ts';

export interface Terms {
  readonly settings: Settings;
  readonly waivers: readonly PlacedWaiver[];
  readonly expected: TestCounts;
}

/** Describes one requirement in one scenario, with the request that shows a failure. */
interface ClientTest extends TestOutcome {
  readonly played: Played;
  readonly exchange?: PlayedExchange;
}

export interface ClientOutcome {
  readonly requirement: RequirementOutcome;
  readonly tests: readonly ClientTest[];
}

/** Judges every requirement: a scenario for those that it exercises and its further requests, an observed client for all. */
export function judgeClient(played: readonly Played[], terms: Terms): ClientOutcome[] {
  const isObserved = played.some(({ scenario }) => scenario === undefined);
  const judged = clientRegister.map((row) => {
    const exercising = played.filter(({ scenario }) => scenario === undefined || scenario.exercises.includes(row.id));
    return { row, tests: exercising.map((one) => judgeTest(row, one, terms)) };
  });
  const shown = new Set(judged.flatMap(({ tests }) => tests).flatMap(({ exchange }) => exchange ?? []));
  return judged.map(({ row, tests: judgedTests }) => {
    const count = terms.expected.of[row.id] ?? 0;
    const rest = count > 0 && ofEachRequest.test(row.id) ? judgeRest(row, judgedTests, played, terms) : [];
    const tests = [...judgedTests, ...rest.filter(({ exchange }) => !(exchange && shown.has(exchange)))];
    const leftOut = count === 0 ? OTHER_OPERATION.aside.words : 'not all of its scenarios were played';
    const outcomes = tests.map(({ played, exchange, ...test }) => test);
    const requirement = judgeRequirement(row, outcomes, { tests: isObserved ? 0 : count, leftOut });
    return { requirement: { ...requirement, ...(count === 0 ? OTHER_OPERATION : {}) }, tests };
  });
}

/** Matches the requirements that each request of an operation has to meet, in any scenario. */
const ofEachRequest = /^C(?:(?:TK|LI)-0[1-3]|(?!TK|LI)..-0[1-4]|PI-06)$/;

/** Judges requests in scenarios that do not exercise a requirement; returns the failures that its own do not show. */
function judgeRest(row: RegisteredRequirement, tests: readonly ClientTest[], played: readonly Played[], terms: Terms) {
  const known = tests.flatMap((test) => (test.cause ? listDefects(test) : []));
  const isSent = ({ exchanges, unparsed }: Played) =>
    (row.id.endsWith('-02') && unparsed.length > 0) ||
    exchanges.some(({ record }) => record.endpoint && [record.endpoint, 'client'].includes(row.endpoint));
  return played
    .filter((one) => isSent(one) && !tests.some((test) => test.played === one))
    .map((one) => ({ ...judgeTest(row, one, terms), scenarioOf: one.scenario?.exercises[0] ?? row.id }))
    .filter((test) => test.cause && listDefects(test).some((defect) => !known.includes(defect)));
}

/** Marks a requirement that only scenarios of other operations exercise as outside the verdict. */
const OTHER_OPERATION = { aside: { kind: 'outside', words: 'its operation is not in OPERATIONS' } } as const;

function judgeTest(row: RegisteredRequirement, played: Played, terms: Terms): ClientTest {
  const { scenario } = played;
  const { title = 'what was observed', line = 1, industry }: Partial<NonNullable<Played['scenario']>> = scenario ?? {};
  const file = scenario ? redact(path.relative(process.cwd(), scenario.file)) : 'the command';
  const place = { title, file, line, ...(industry ? { industry } : {}), played };
  const judgement = getJudge(row)(played, row.endpoint);
  if (judgement.outcome !== 'broken') return { ...place, ...judgement };
  const { exchange } = judgement;
  const failure = { title, industries: [industry], responses: exchange ? [toResponse(exchange)] : [] };
  const applies = (one: PlacedWaiver) => one.requirement === row.id && !isExpired(one) && matchesPins(one, failure);
  const waiver = terms.waivers.find(applies);
  return { ...place, ...weigh(row, judgement, terms, waiver), ...(exchange ? { exchange } : {}) };
}

/** Holds the name of the judge by requirement, or by the number that several operations have. */
const names: Readonly<Record<string, string>> = judgeNames;
const judges: Readonly<Record<string, Judge>> = { ...answerJudges, ...requestJudges, ...tokenJudges };

function getJudge({ id }: RegisteredRequirement): Judge {
  const judge = judges[names[id] ?? names[id.slice(-2)] ?? ''];
  if (judge) return judge;
  throw new Error(`${id} has no judge. Add one in client/certification/judges.json.`);
}

function toResponse({ record: { status }, response: json }: PlayedExchange) {
  const code = findErrorCode({ json });
  return code === null ? { status } : { status, code };
}

type Broken = Extract<Judgement, { outcome: 'broken' }>;

/** Returns a failure by its places, so that one place is one thing to fix whatever value or industry shows it. */
function toFailure({ reason, exchange, faults = [] }: Broken): Failure {
  if (!exchange || faults.length === 0) return { kind: 'error', words: reason };
  const { method, target: path, status } = exchange.record;
  const toFact = ({ place, text }: Faults[number]) =>
    ({ kind: 'fact', field: place, wanted: '', got: `${place} ${text}` }) as const;
  return { kind: 'breach', exchanges: [{ method, path, status, problems: faults.map(toFact) }] };
}

/** Returns the outcome of a failure by its waiver, its level, and whether it is in the verdict. */
function weigh({ id, level }: RegisteredRequirement, broken: Broken, { settings }: Terms, waiver?: PlacedWaiver) {
  const { reason } = broken;
  const breach = toFailure(broken);
  if (waiver) {
    const cause = { kind: 'waived', place: waiver.place, words: describeWaiver(waiver), breach } as const;
    return { outcome: 'waived', reason: cause.words, cause } as const;
  }
  const isInVerdict = (level === 'must' || settings.STRICT) && !findExclusion(id, settings);
  return { outcome: isInVerdict ? 'failed' : 'warned', reason, cause: breach } as const;
}
