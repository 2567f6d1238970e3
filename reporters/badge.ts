import { describePartialRun, describeVerdict } from '#results/conditions';
import type { ReasonKind } from '#results/decision';
import type { Conformance } from '#results/document';
import { countLevel } from '#results/verdict';
import { isPartial } from '#run/partial-run';

const colors = { green: 'brightgreen', amber: 'yellow', red: 'red' } as const;

const inVerdict: ReadonlySet<ReasonKind> = new Set(['breach', 'incomplete', 'part', 'waived']);

/** Returns the endpoint badge of shields.io: `conformance | CONFORMANT 96/96`, `CONFORMANT 96/96, stale waiver`. */
export function badgeJson(document: Conformance): string {
  const { decision, counts, shards, product } = document;
  const build = product.build === '' ? '' : `, build ${product.build}`;
  const { must } = counts;
  const whole = isPartial(shards) ? ` (${shards.present.length} of ${shards.of} shards)` : ' (partial)';
  const part = describePartialRun(document) === undefined ? '' : whole;
  const others = decision.reasons.filter(({ kind }) => !inVerdict.has(kind)).map(({ kind }) => `, ${kind}`);
  const waived = must.waived > 0 && !document.verdict.includes('waiver') ? `, ${must.waived} waived` : '';
  const message = `${describeVerdict(document)} ${must.passed}/${countLevel(must)}${part}${waived}${others.join('')}${build}`;
  const color = colors[decision.tone];
  const isError = decision.tone === 'red';
  return `${JSON.stringify({ schemaVersion: 1, label: 'conformance', message, color, isError })}\n`;
}
