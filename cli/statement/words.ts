import { visibleLine } from '../../suite/core/visible.ts';
import { verdictWords } from '../../suite/results/conditions.ts';
import { partWords } from '../../suite/results/part-words.ts';
import type { Statement } from '../../suite/results/statement/statement.ts';

/** What a statement says, a line a fact. */
export function statementLines(statement: Statement): string[] {
  const { target, product, window, suite, counts, waivers, challenges, set, reports, seed, depth, stated } =
    statement;
  const part = partWords(statement);
  const all = Object.values(counts.must).reduce((sum, count) => sum + count, 0);
  const open = counts.must['not exercised'] + counts.must.inconclusive;
  return [
    `Verdict:  ${verdictWords(statement)}`,
    ...(part === undefined ? [] : [`A part:   ${part}`]),
    `Musts:    ${counts.must.passed} of ${all} passed, ${counts.must.failed} failed, ${open} not exercised or inconclusive`,
    `Target:   ${target.name} at ${target.baseUrl}, from ${window.started} to ${window.ended}`,
    ...(product.build === '' ? [] : [`Build:    ${product.build}`]),
    `Suite:    ${suite.name} ${suite.version}, commit ${suite.commit || 'unknown'}, SEED=${seed}, DEPTH=${depth}`,
    `Register: ${suite.register}, set ${set}`,
    `Schemas:  ${suite.schemas}`,
    ...waivers.map(
      ({ requirement, reason, owner, expires }) =>
        `Waived:   ${requirement} ${reason} (${owner}, until ${expires})`,
    ),
    ...challenges.map(
      ({ requirement, argument, by, date, state }) =>
        `Challenge: ${requirement} ${argument} (${by}, ${date}, ${state})`,
    ),
    `Reports:  ${reports.map(({ name }) => name).join(', ')}`,
    `Signed:   ${stated}`,
  ].map(visibleLine);
}
