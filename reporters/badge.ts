import { verdictWords } from '../suite/results/conditions.ts';
import { type ReasonKind, sum } from '../suite/results/decision.ts';
import type { Conformance } from '../suite/results/document.ts';
import { partWords } from '../suite/results/stands-on.ts';
import { isPartial } from '../suite/run/part.ts';

const colors = { green: 'brightgreen', amber: 'yellow', red: 'red' } as const;

/** What the verdict and its numbers say themselves. */
const told: ReadonlySet<ReasonKind> = new Set(['breach', 'incomplete', 'part', 'waived']);

/** The decision for an endpoint badge of shields.io: `conformance | CONFORMANT 96/96`, `CONFORMANT 96/96, stale waiver`. */
export function badgeJson(document: Conformance): string {
  const { decision, counts, shards, product } = document;
  const build = product.build === '' ? '' : `, build ${product.build}`;
  const { must } = counts;
  const whole = isPartial(shards) ? ` (${shards.present.length} of ${shards.of} shards)` : ' (a part)';
  const part = partWords(document) === undefined ? '' : whole;
  const besides = decision.reasons.filter(({ kind }) => !told.has(kind)).map(({ kind }) => `, ${kind}`);
  const message = `${verdictWords(document)} ${must.passed}/${sum(must)}${part}${besides.join('')}${build}`;
  const color = colors[decision.tone];
  const isError = decision.tone === 'red';
  return `${JSON.stringify({ schemaVersion: 1, label: 'conformance', message, color, isError })}\n`;
}
