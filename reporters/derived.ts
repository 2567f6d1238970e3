import { stringify } from 'csv-stringify/sync';
import { describePartialRun, describeVerdict } from '#results/conditions';
import type { Conformance } from '#results/document';
import { ledgerText } from '#results/ledger/answers';
import type { ReasonKind } from '#results/reasons';
import { collectRecordedResponses } from '#results/run-details';
import { countLevel } from '#results/verdict';
import { isPartial } from '#run/partial-run';
import { shortReason } from './html/checks.ts';
import { page } from './html/page.ts';
import type { Shown } from './html/shown.ts';
import { markdown } from './markdown.ts';

/** Holds what is made of the result alone and of what the page shows besides: whoever has both makes the same again. */
export const derived: Readonly<Record<string, (document: Conformance, shown: Shown) => string>> = {
  'answers.json': answersText,
  'conformance.html': page,
  'summary.md': markdown,
  'requirements.csv': csv,
  'badge.json': badgeJson,
};

/** Returns what `npm run ledger` takes over: nothing in it varies from run to run of the same target. */
function answersText({ target, depth, complete, observed, requirements }: Conformance): string {
  return ledgerText({
    target: target.name,
    depth,
    complete,
    answers: collectRecordedResponses(requirements),
    observed,
  });
}

const colors = { green: 'brightgreen', amber: 'yellow', red: 'red' } as const;

/** Holds what the verdict and its numbers say themselves. */
const told: ReadonlySet<ReasonKind> = new Set(['breach', 'incomplete', 'part', 'waived']);

/** The decision for an endpoint badge of shields.io: `conformance | CONFORMANT 96/96`, `CONFORMANT 96/96, stale waiver`. */
export function badgeJson(document: Conformance): string {
  const { decision, counts, shards, product } = document;
  const build = product.build === '' ? '' : `, build ${product.build}`;
  const { must } = counts;
  const whole = isPartial(shards) ? ` (${shards.present.length} of ${shards.of} shards)` : ' (a part)';
  const part = describePartialRun(document) === undefined ? '' : whole;
  const besides = decision.reasons.filter(({ kind }) => !told.has(kind)).map(({ kind }) => `, ${kind}`);
  const waived = must.waived > 0 && !document.verdict.includes('waiver') ? `, ${must.waived} waived` : '';
  const message = `${describeVerdict(document)} ${must.passed}/${countLevel(must)}${part}${waived}${besides.join('')}${build}`;
  const color = colors[decision.tone];
  const isError = decision.tone === 'red';
  return `${JSON.stringify({ schemaVersion: 1, label: 'conformance', message, color, isError })}\n`;
}

const columns = ['id', 'endpoint', 'level', 'section', 'requirement', 'outcome', 'reason', 'tests', 'answers'];

/** The requirements for a spreadsheet, which takes no text of a target for a formula and reads UTF-8. */
export function csv({ requirements }: Conformance): string {
  const rows = requirements.map(({ id, endpoint, level, section, text, outcome, tests, answers, ...why }) => [
    id,
    endpoint,
    level,
    section,
    text,
    outcome,
    shortReason(why),
    tests.length,
    answers && answers.length > 0 ? JSON.stringify(answers) : '',
  ]);
  return stringify([columns, ...rows], { bom: true, escape_formulas: true, record_delimiter: 'windows' });
}
