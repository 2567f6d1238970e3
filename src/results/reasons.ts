import { describeMissingShards, isPartial } from '#run/partial-run';
import { PROGRAM } from '#run/process/program';
import { describePartialRun, describeReplay } from './conditions.ts';
import type { DecisionInput, Run } from './decision-input.ts';
import { isSteady } from './ledger/drift.ts';
import { fillTemplate, type MessageValues } from './message.ts';
import { countLevel, hidesFailure, listJudgedRows, type RequirementOutcome, withFailedControl } from './verdict.ts';

/** Green: nothing to say. Amber: not everything holds, or not everything is known. Red: the run fails. */
export type Tone = 'green' | 'amber' | 'red';

/** Describes what made a run amber or red. */
export type ReasonKind =
  | 'suite error'
  | 'unfinished'
  | 'secrets'
  | 'unsearched'
  | 'breach'
  | 'controls'
  | 'strict'
  | 'outage'
  | 'worker lost'
  | 'stale waiver'
  | 'no ledger'
  | 'drift'
  | 'guard'
  | 'nothing exercised'
  | 'interrupted'
  | 'shard missing'
  | 'certify'
  | 'foreign code'
  | 'unstable'
  | 'part'
  | 'replay'
  | 'incomplete'
  | 'waived'
  | 'outside'
  | 'warned';

export interface Reason {
  readonly kind: ReasonKind;
  readonly tone: Exclude<Tone, 'green'>;
  readonly words: string;
  /** Holds the same as a text and its values, for translations. */
  readonly text: string;
  readonly values: MessageValues;
}

type Rule = (run: Run, terms: DecisionInput) => Omit<Reason, 'kind'> | undefined;

/** Holds what a run is asked, the most important first; each says nothing where there is nothing to say. */
const rules: Readonly<Record<ReasonKind, Rule>> = {
  'suite error': ({ errors: [error] }) =>
    red(error !== undefined, 'the suite met an error of its own: {error}', { error: error ?? '' }),
  unfinished: ({ unfinished }) => red(unfinished !== undefined, WORDS, { words: unfinished ?? '' }),
  secrets: (_run, { secrets }) =>
    red(secrets > 0, 'secrets stand in {secrets} places of the reports: do not publish them', { secrets }),
  unsearched: (_run, { unsearched }) =>
    red(
      unsearched > 0,
      `${unsearched === 1 ? '1 place' : '{unsearched} places'} of the reports could not be searched whole for secrets: look before you publish them`,
      { unsearched },
    ),
  breach: ({ counts: { must }, requirements }) =>
    red(must.failed > 0, '{failed} of {all} musts failed: {ids}', {
      failed: must.failed,
      all: countLevel(must),
      ids: idsOf(requirements, 'failed'),
    }),
  controls: ({ counts: { must }, requirements }) =>
    red(
      must.failed === 0 && hidesFailure(requirements),
      '{open} of {all} musts could not be judged because control requests failed: {ids}',
      {
        open: withFailedControl(requirements).length,
        all: countLevel(must),
        ids: listed(withFailedControl(requirements)),
      },
    ),
  strict: ({ counts, requirements }) =>
    red(counts.should.failed > 0, 'the run was STRICT, and a should failed: {ids}', {
      ids: idsOf(requirements, 'failed', 'should'),
    }),
  outage,
  'worker lost': ({ requirements }) => {
    const lost = requirements.flatMap(({ tests }) => tests).find(({ cause }) => cause?.kind === 'worker lost');
    return red(lost !== undefined, WORDS, { words: lost?.reason ?? '' });
  },
  'stale waiver': ({ waivers }) => {
    const stale = waivers.filter(({ outcome }) => outcome === 'to be deleted');
    const words = stale.map(({ problem = '' }) => problem.replace(/\.$/, '')).join('; ');
    return red(stale.length > 0, WORDS, { words });
  },
  'no ledger': ({ drift, target }, { failsOnDrift }) =>
    red(
      failsOnDrift && drift === null,
      'DRIFT=fail: no ledger of {target} is accepted. Check TARGET, or accept this run: {command}',
      { target: target.name, command: `${PROGRAM} ledger accept` },
    ),
  drift: ({ drift }, { failsOnDrift }) => {
    if (drift === null || isSteady(drift)) return undefined;
    const { changed, new: fresh, gone, ledger } = drift;
    const values = { changed: changed.length, fresh: fresh.length, gone: gone.length, ledger };
    const text = `${changed.length === 1 ? '1 answer' : '{changed} answers'} changed, {fresh} new, {gone} gone against {ledger}`;
    return failsOnDrift ? red(true, `DRIFT=fail: ${text}`, values) : amber(true, text, values);
  },
  guard: ({ guard: { stopped } }) =>
    red(stopped !== null, 'stopped by the guard: {stopped}', { stopped: stopped ?? '' }),
  'nothing exercised': (run) => red(isEmpty(run), 'nothing was exercised'),
  interrupted: ({ unreachable }, { ended }) =>
    red(unreachable === null && (ended === 'interrupted' || ended === 'timedout'), 'the run was ended before its end'),
  'shard missing': ({ shards }, { isMerge }) =>
    red(isMerge && isPartial(shards), WORDS, { words: isPartial(shards) ? describeMissingShards(shards) : '' }),
  certify: (run, { certify }) => red(certify && isOpen(run), `CERTIFY=1: ${openText(run)}`, openValues(run)),
  'foreign code': ({ conditions }, { certify }) => {
    const names = foreignCode.filter((name) => conditions[name] !== undefined);
    const text = 'code that is not the suite’s own ran with it: {names}';
    const values = { names: names.map((name) => `${name}=${conditions[name]}`).join(' ') };
    return certify ? red(names.length > 0, `CERTIFY=1: ${text}`, values) : amber(names.length > 0, text, values);
  },
  unstable: ({ counts: { must, should }, requirements }) =>
    amber(must.unstable + should.unstable > 0, 'unstable, failed once and not when run again alone: {ids}', {
      ids: idsOf(requirements, 'unstable'),
    }),
  part: (run, { isMerge }) => {
    const words = describePartialRun(run);
    const howToMerge = isPartial(run.shards) ? `: ${PROGRAM} merge` : '';
    const isMissing = isMerge && isPartial(run.shards);
    return amber(words !== undefined && !isMissing, WORDS, { words: `${words}${howToMerge}` });
  },
  replay: ({ replay }) => amber(replay !== undefined, WORDS, { words: replay ? describeReplay(replay) : '' }),
  incomplete: (run, { certify }) => amber(!certify && run.exercised && isOpen(run), openText(run), openValues(run)),
  waived: ({ counts: { must, should }, requirements }) =>
    amber(must.waived + should.waived > 0, 'waived: {ids}', { ids: idsOf(requirements, 'waived') }),
  outside: ({ requirements }) => {
    const isBroken = ({ outcome }: RequirementOutcome) => outcome === 'failed' || outcome === 'warned';
    const ids = listed(requirements.filter((row) => row.aside !== undefined && isBroken(row)));
    return amber(ids !== '', 'broken, but in no set that judges here: {ids}', { ids });
  },
  warned: ({ counts: { should }, requirements }) =>
    amber(should.warned > 0, should.warned === 1 ? '1 warning: {ids}' : '{count} warnings: {ids}', {
      count: should.warned,
      ids: idsOf(requirements, 'warned'),
    }),
};

/** The conditions that name code of others: src/run/foreign-code.ts. */
const foreignCode = ['NODE_OPTIONS', '--config', '--add-reporter'];

/** Returns the reason why a run is not green, the most important first. */
export function listReasons(run: Run, terms: DecisionInput): Reason[] {
  const kinds = Object.keys(rules).filter((name): name is ReasonKind => Object.hasOwn(rules, name));
  return kinds.flatMap((kind) => {
    const reason = rules[kind](run, terms);
    return reason ? [{ kind, ...reason }] : [];
  });
}

/** Holds what is known in words alone, which are said in no other language. */
const WORDS = '{words}';

function red(holds: boolean, text: string, values: MessageValues = {}): Omit<Reason, 'kind'> | undefined {
  return holds ? reasonFor('red', text, values) : undefined;
}

function amber(holds: boolean, text: string, values: MessageValues = {}): Omit<Reason, 'kind'> | undefined {
  return holds ? reasonFor('amber', text, values) : undefined;
}

function reasonFor(tone: Reason['tone'], text: string, values: MessageValues): Omit<Reason, 'kind'> {
  const inOneLine = (value: string | number) => (typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : value);
  const shown = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, inOneLine(value)]));
  return { tone, words: fillTemplate(text, shown), text, values: shown };
}

/** Nothing is known of a target that was lost, or of which nothing at all could be asked, and an outage is no breach. */
function outage({ exercised, unreachable, requirements }: Run) {
  if (unreachable !== null) return red(true, WORDS, { words: unreachable });
  const lost = requirements.find(({ outcome }) => outcome === 'inconclusive');
  return red(!exercised && lost !== undefined, 'nothing was exercised: {reason}', {
    reason: lost?.reason ?? '',
  });
}

/** A shard may have no test at all: there the merge decides, which no shard may miss. */
function isEmpty({ exercised, shards, requirements }: Run): boolean {
  const isShard = isPartial(shards);
  const isLost = requirements.some(({ outcome }) => outcome === 'inconclusive');
  return !exercised && !isLost && !(isShard && requirements.every(({ tests }) => tests.length === 0));
}

function isOpen({ verdict, shards }: Run): boolean {
  return verdict === 'INCOMPLETE' && !isPartial(shards);
}

function openText({ counts: { must } }: Run): string {
  return `{open} of {all} musts are not exercised or inconclusive${must.unstable > 0 ? ', {unstable} unstable' : ''}`;
}

function openValues({ counts: { must } }: Run): MessageValues {
  return { open: must['not exercised'] + must.inconclusive, all: countLevel(must), unstable: must.unstable };
}

/** A line names so many requirements at most. */
const MOST = 6;

function idsOf(requirements: readonly RequirementOutcome[], wanted: string, of = 'must should'): string {
  return listed(listJudgedRows(requirements).filter(({ outcome, level }) => outcome === wanted && of.includes(level)));
}

function listed(requirements: readonly RequirementOutcome[]): string {
  const ids = requirements.slice(0, MOST).map(({ id }) => id);
  return `${ids.join(' ')}${requirements.length > MOST ? ` and ${requirements.length - MOST} more` : ''}`;
}
