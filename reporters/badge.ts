import type { Conformance } from '../suite/results/document.ts';
import { isPartial } from '../suite/run/part.ts';
import { kindOf } from './html/head.ts';

const colors = { CONFORMANT: 'brightgreen', 'NON-CONFORMANT': 'red', INCOMPLETE: 'yellow' } as const;

/** The verdict for an endpoint badge of shields.io: `conformance | CONFORMANT 96/96`. */
export function badgeJson(document: Conformance): string {
  const { must } = document.counts;
  const all = Object.values(must).reduce((sum, count) => sum + count, 0);
  const { shards } = document;
  const part = isPartial(shards) ? ` (${shards.present.length} of ${shards.of} shards)` : '';
  const message = `${document.verdict} ${must.passed}/${all}${part}`;
  const isError = kindOf(document) === 'NON-CONFORMANT';
  const badge = { schemaVersion: 1, label: 'conformance', message, color: colors[kindOf(document)], isError };
  return `${JSON.stringify(badge)}\n`;
}
