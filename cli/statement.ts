import path from 'node:path';
import type { Command } from 'commander';
import { escapeToLine } from '#api/text';
import { describeMusts } from '#reporters/words/run-words';
import { describePartialRun, describeReplay, describeVerdict } from '#results/conditions';
import type { Conformance } from '#results/document';
import { readPublicKey, readSigningKey } from '#results/signing-key';
import { checkStatement, createStatement, readResults, type Statement, signStatement } from '#results/statement';
import { environment } from '#run/context';
import { readText, writeWholeFile } from '#run/file';
import { print } from '#run/process/output';
import type { RunContext } from '#run/run-context';
import { withRun } from './setting-options.ts';

/** Defines the commands that sign and check a statement. */
export function define(statement: Command): void {
  statement.action(withRun(sign));
  statement
    .command('verify')
    .description('Check the signature of a statement and the reports next to it.')
    .argument('<file>', 'statement.jws')
    .option('--key <file>', 'public key that must have signed it. Default: the one in the statement')
    .option('--reports <folder>', 'folder of the reports. Default: that of the statement')
    .action(verify);
}

async function sign({ settings: { REPORTS_DIR: folder } }: RunContext): Promise<void> {
  const key = readSigningKey(environment());
  const results = readResults(folder);
  const open = results.find(({ unfinished }) => unfinished !== undefined);
  if (open) throw new Error(`There is nothing to state: ${open.unfinished}. Run the suite again.`);
  const statement = createStatement(folder);
  const file = path.join(folder, 'statement.jws');
  writeWholeFile(file, `${await signStatement(statement, key)}\n`);
  print([...statementLines(statement, results), `Written:  ${file}`].join('\n'));
}

async function verify(file: string, options: { readonly key?: string; readonly reports?: string }): Promise<void> {
  const key = options.key === undefined ? undefined : readPublicKey(options.key);
  const folder = options.reports ?? path.dirname(file);
  const jws = readText(file, 'Use the statement.jws that you were sent.');
  const { statement, thumbprint, problems } = await checkStatement(jws, folder, key);
  if (!statement || problems.length > 0) throw new Error(`INVALID: ${problems.map(escapeToLine).join('\n')}`);
  const whose = key ? 'the given key' : 'the key in the statement; compare its thumbprint with the partner’s';
  const valid = `VALID: signed by ${whose} (${thumbprint}); no report was changed.`;
  print([valid, ...statementLines(statement, readResults(folder))].join('\n'));
}

/** Returns the results that a statement covers, and the statement, one fact per line. */
export function statementLines(
  { reports, workflow, stated }: Statement,
  [document, ...others]: readonly [Conformance, ...Conformance[]],
): string[] {
  return [
    ...describe(document),
    ...others.flatMap((one) => ['The client, in the folder client:', ...describe(one).map((line) => `  ${line}`)]),
    `Reports:  ${reports.map(({ name }) => name).join(', ')}`,
    `Run by:   ${workflow === undefined ? 'its owner (self-declared)' : `${workflow} (check it with gh attestation verify)`}`,
    `Signed:   ${stated}`,
  ].map(escapeToLine);
}

function describe(document: Conformance): string[] {
  const { target, product, started, ended, counts, waivers, decision, replay, suite, seed, depth, set } = document;
  const part = describePartialRun(document);
  const where = decision.subject === 'client' ? 'a client' : `a service at ${target.baseUrl}`;
  return [
    `Verdict:  ${describeVerdict(document)}`,
    ...(part === undefined ? [] : [`Partial:  ${part}`]),
    ...(replay ? [`A replay: ${describeReplay(replay)}`] : []),
    `Musts:    ${describeMusts(counts.must)}`,
    `Target:   ${target.name}, ${where}, from ${started} to ${ended}`,
    ...(product.build === '' ? [] : [`Build:    ${product.build}`]),
    ...waivers.map((one) => `Waived:   ${one.requirement} ${one.reason} (${one.owner}, until ${one.expires})`),
    `Suite:    ${suite.name} ${suite.version}, commit ${suite.commit || 'unknown'}, SEED=${seed}, DEPTH=${depth}`,
    `Register: ${suite.register}, set ${set}`,
  ];
}
