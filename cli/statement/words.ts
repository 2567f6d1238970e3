import { visibleLine } from '../../suite/core/visible.ts';
import { verdictWords } from '../../suite/results/conditions.ts';
import { partWords } from '../../suite/results/part-words.ts';
import { replayWords } from '../../suite/results/replayed.ts';
import type { Statement, Told, ToldOfClient } from '../../suite/results/statement/statement.ts';

/** What a statement says, a line a fact. */
export function statementLines(statement: Statement): string[] {
  const { suite, client, reports, stated } = statement;
  return [
    ...lines(statement),
    `Suite:    ${suiteWords(suite)}, SEED=${statement.seed}, DEPTH=${statement.depth}`,
    `Register: ${suite.register}, set ${statement.set}`,
    `Schemas:  ${suite.schemas}`,
    ...(client ? clientLines(client) : []),
    `Reports:  ${reports.map(({ name }) => name).join(', ')}`,
    `Signed:   ${stated}`,
  ].map(visibleLine);
}

function clientLines(client: ToldOfClient): string[] {
  const { suite, set } = client;
  const own = [...lines(client), `Suite:    ${suiteWords(suite)}, register ${suite.register}, set ${set}`];
  return ['And of the client, in the folder client:', ...own.map((line) => `  ${line}`)];
}

function lines(told: Told): string[] {
  const { subject, target, product, window, counts, waivers, challenges } = told;
  const part = partWords(told);
  const all = Object.values(counts.must).reduce((sum, count) => sum + count, 0);
  const open = counts.must['not exercised'] + counts.must.inconclusive;
  const where = subject === 'client' ? 'a client' : `a service at ${target.baseUrl}`;
  return [
    `Verdict:  ${verdictWords(told)}`,
    ...(part === undefined ? [] : [`A part:   ${part}`]),
    ...(told.replay ? [`A replay: ${replayWords(told.replay)}`] : []),
    `Musts:    ${counts.must.passed} of ${all} passed, ${counts.must.failed} failed, ${open} not exercised or inconclusive`,
    `Target:   ${target.name}, ${where}, from ${window.started} to ${window.ended}`,
    ...(product.build === '' ? [] : [`Build:    ${product.build}`]),
    ...waivers.map(
      ({ requirement, reason, owner, expires }) =>
        `Waived:   ${requirement} ${reason} (${owner}, until ${expires})`,
    ),
    ...challenges.map(
      ({ requirement, argument, by, date, state }) =>
        `Challenge: ${requirement} ${argument} (${by}, ${date}, ${state})`,
    ),
  ];
}

function suiteWords({ name, version, commit }: Pick<Statement['suite'], 'name' | 'version' | 'commit'>) {
  return `${name} ${version}, commit ${commit || 'unknown'}`;
}
