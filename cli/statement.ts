import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import writeFileAtomic from 'write-file-atomic';
import { escapeToLine } from '#api/escape-controls';
import { derived } from '#reporters/derived';
import { readPageData, type Shown } from '#reporters/html/shown';
import { threeNumbers } from '#reporters/words/run-words';
import { describePartialRun, describeReplay, describeVerdict } from '#results/conditions';
import schema from '#results/conformance.schema.json' with { type: 'json' };
import type { Conformance } from '#results/document';
import {
  CLIENT,
  createStatement,
  readPublicKey,
  readSigningKey,
  type StatedClient,
  type StatedRun,
  type Statement,
  schemasDigest,
  signStatement,
} from '#results/statement/statement';
import { checkStatement } from '#results/statement/verify';
import { cleanEnvironment, environment } from '#run/context';
import { registerDigest } from '#run/digest';
import { readJsonFile, readText } from '#run/json-file';
import { print } from '#run/process/command-line';
import { getSuite } from '#run/process/program';
import type { RunContext } from '#run/run-context';
import { withRun } from './setting-options.ts';

/** Defines the commands that sign and check a statement. */
export function define(statement: Command): void {
  statement.action(withRun(state));
  statement
    .command('verify')
    .description('Check the signature of a statement and the reports next to it.')
    .argument('<file>', 'statement.jws')
    .option('--key <file>', 'public key that must have signed it. Default: the one in the statement')
    .option('--reports <folder>', 'folder of the reports. Default: that of the statement')
    .option('--suite <folder>', 'checkout or package of the suite that must have made it; needs no key')
    .action(verify);
  statement
    .command('digests')
    .description('Print the digests of this suite, to compare with those of a statement. Needs no key.')
    .action(() =>
      print(`Register: ${registerDigest()}\nClient:   ${registerDigest('client')}\nSchemas:  ${schemasDigest()}`),
    );
}

async function state({ settings: { REPORTS_DIR: folder } }: RunContext): Promise<void> {
  const key = readSigningKey(environment());
  const document = finished(path.join(folder, 'conformance.json'));
  const ofClient = path.join(folder, CLIENT, 'conformance.json');
  const client = existsSync(ofClient) ? finished(ofClient) : undefined;
  const statement = createStatement(document, folder, registerDigest(document.decision.subject), client);
  const file = path.join(folder, 'statement.jws');
  await writeFileAtomic(file, `${await signStatement(statement, key)}\n`);
  print([...statementLines(statement), `Written:  ${file}`].join('\n'));
}

function finished(file: string): Conformance {
  const { value } = readJsonFile<Conformance>(file, schema);
  if (value.unfinished === undefined) return value;
  throw new Error(`There is nothing to state: ${value.unfinished}. Run the suite again.`);
}

interface Options {
  readonly key?: string;
  readonly reports?: string;
  readonly suite?: string;
}

async function verify(file: string, options: Options): Promise<void> {
  const key = options.key === undefined ? undefined : readPublicKey(options.key);
  const folder = options.reports ?? path.dirname(file);
  const { statement, thumbprint, problems } = await checkStatement(
    readText(file, 'Use the statement.jws that you were sent.'),
    folder,
    key,
  );
  const { problems: others, note } = statement ? recreateReports(folder) : { problems: [] };
  const ofClient = statement?.client ? recreateReports(path.join(folder, CLIENT)) : { problems: [] };
  const ofSuite = statement && options.suite !== undefined ? suiteProblems(statement, options.suite) : [];
  const all = [...problems, ...others, ...ofClient.problems, ...ofSuite];
  if (!statement || all.length > 0) throw new Error(`INVALID: ${all.map(escapeToLine).join('\n')}`);
  const whose = key ? 'the given key' : 'the key in the statement; compare its thumbprint with the partner’s';
  const notes = [note, ofClient.note].filter((each) => each !== undefined).map((each) => `Note:     ${each}`);
  const valid = `VALID: signed by ${whose} (${thumbprint}); no report was changed.`;
  print([valid, ...statementLines(statement), ...notes].join('\n'));
}

/** Returns one sentence for each difference between the suite of a statement and the one in a folder. */
function suiteProblems({ suite }: Statement, folder: string): string[] {
  const printed = digestsPrinted(folder);
  return (['register', 'schemas'] as const).flatMap((name) =>
    printed.includes(suite[name])
      ? []
      : [`The ${name} of the statement and of the suite in ${folder} differ: one of them was changed.`],
  );
}

/** Returns the output of `statement digests` of that suite. */
function digestsPrinted(folder: string): string {
  const started = [
    ['--import', 'tsx', path.resolve(folder, 'cli/conformance.ts')],
    [path.resolve(folder, 'dist/cli/conformance.js')],
  ].find((words) => existsSync(words.at(-1) ?? ''));
  if (!started) throw new Error(`${folder} contains no suite. Use its checkout or its package.`);
  const words = [...started, 'statement', 'digests'];
  return execFileSync(process.execPath, words, { cwd: folder, env: cleanEnvironment(), encoding: 'utf8' });
}

/** Returns the content of a statement, one fact per line. */
export function statementLines(statement: Statement): string[] {
  const { suite, client, reports, stated, workflow } = statement;
  return [
    ...lines(statement),
    `Suite:    ${suiteWords(suite)}, SEED=${statement.seed}, DEPTH=${statement.depth}`,
    `Register: ${suite.register}, set ${statement.set}`,
    `Schemas:  ${suite.schemas}`,
    ...(client ? clientLines(client) : []),
    `Reports:  ${reports.map(({ name }) => name).join(', ')}`,
    `Run by:   ${workflow === undefined ? 'its owner (self-declared)' : `${workflow} (check it with gh attestation verify)`}`,
    `Signed:   ${stated}`,
  ].map(escapeToLine);
}

function clientLines(client: StatedClient): string[] {
  const { suite, set } = client;
  const own = [...lines(client), `Suite:    ${suiteWords(suite)}, register ${suite.register}, set ${set}`];
  return ['The client, in the folder client:', ...own.map((line) => `  ${line}`)];
}

function lines(stated: StatedRun): string[] {
  const { subject, target, product, window, counts, waivers } = stated;
  const part = describePartialRun(stated);
  const where = subject === 'client' ? 'a client' : `a service at ${target.baseUrl}`;
  return [
    `Verdict:  ${describeVerdict(stated)}`,
    ...(part === undefined ? [] : [`A part:   ${part}`]),
    ...(stated.replay ? [`A replay: ${describeReplay(stated.replay)}`] : []),
    `Musts:    ${threeNumbers(counts.must)}`,
    `Target:   ${target.name}, ${where}, from ${window.started} to ${window.ended}`,
    ...(product.build === '' ? [] : [`Build:    ${product.build}`]),
    ...waivers.map(
      ({ requirement, reason, owner, expires }) => `Waived:   ${requirement} ${reason} (${owner}, until ${expires})`,
    ),
  ];
}

function suiteWords({ name, version, commit }: Pick<Statement['suite'], 'name' | 'version' | 'commit'>) {
  return `${name} ${version}, commit ${commit || 'unknown'}`;
}

/**
 * Makes the page, the summary, the CSV, the badge and the answers again from the result in a folder, and compares
 * JUnit's failures with it. Other suites write other reports of the same result, so only the same suite can check them.
 */
export function recreateReports(folder: string): { readonly problems: readonly string[]; readonly note?: string } {
  const result = path.join(folder, 'conformance.json');
  const shown = readPageData(folder);
  if (!existsSync(result) || !shown) return notMade('conformance.json or page.json is missing');
  const document = readJsonFile<Conformance>(result, schema).value;
  const own = getSuite(registerDigest(document.decision.subject));
  const { version, commit, register } = document.suite;
  if (version !== own.version || commit !== own.commit || register !== own.register)
    return notMade(`they are of version ${version}, commit ${commit || 'unknown'}: check it out to make them`);
  return { problems: [...otherwise(folder, document, shown), ...junitProblems(folder, document)] };
}

function notMade(why: string) {
  return { problems: [], note: `The reports were not recreated: ${why}.` };
}

function otherwise(folder: string, document: Conformance, shown: Shown): string[] {
  return Object.entries(derived).flatMap(([name, make]) => {
    const text = reportText(folder, name);
    if (text === undefined || text === make(document, shown)) return [];
    return [`${name} does not match conformance.json: it was changed before it was signed.`];
  });
}

function junitProblems(folder: string, { requirements }: Conformance): string[] {
  const text = reportText(folder, 'junit.xml');
  if (text === undefined) return [];
  const failures = text.match(/<failure /g)?.length ?? 0;
  const broken = requirements
    .flatMap(({ tests }) => tests)
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ file, title }) => `${file} ${title}`);
  const expected = new Set(broken).size;
  if (failures === expected) return [];
  return [`junit.xml has ${failures} failures, but conformance.json has ${expected} failed tests.`];
}

function reportText(folder: string, name: string): string | undefined {
  const file = path.join(folder, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
