import type { Statement } from '../../suite/results/statement/statement.ts';

/** What a statement says, a line a fact. */
export function statementLines(statement: Statement): string[] {
  const { target, window, suite, verdict, counts, waivers, reports, seed, depth, stated } = statement;
  const all = Object.values(counts.must).reduce((sum, count) => sum + count, 0);
  const open = counts.must['not exercised'] + counts.must.inconclusive;
  return [
    `Verdict:  ${verdict}`,
    `Musts:    ${counts.must.passed} of ${all} passed, ${counts.must.failed} failed, ${open} not exercised or inconclusive`,
    `Target:   ${target.name} at ${target.baseUrl}, from ${window.started} to ${window.ended}`,
    `Suite:    ${suite.name} ${suite.version}, commit ${suite.commit || 'unknown'}, SEED=${seed}, DEPTH=${depth}`,
    `Register: ${suite.register}`,
    `Schemas:  ${suite.schemas}`,
    ...waivers.map(
      ({ requirement, reason, owner, expires }) =>
        `Waived:   ${requirement} ${reason} (${owner}, until ${expires})`,
    ),
    `Reports:  ${reports.map(({ name }) => name).join(', ')}`,
    `Signed:   ${stated}`,
  ];
}
