import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type Label, LabelName, type Parameter, Stage, Status } from 'allure-js-commons';
import { FileSystemWriter, ReporterRuntime } from 'allure-js-commons/sdk/reporter';
import writeFileAtomic from 'write-file-atomic';
import type { Outcome, TestOutcome } from '#results/outcome';
import { settings } from '#run/context';
import { shortReason } from '../html/checks.ts';
import type { Case } from '../junit.ts';

/** A result of Allure: a test, a requirement of a client, or a rule of the gate. */
export interface Row {
  readonly project: string;
  readonly group: string;
  readonly key: string;
  readonly title: string;
  readonly outcome: Outcome;
  readonly message: string;
  readonly labels?: readonly Label[];
  readonly parameters?: Parameter[];
  readonly description?: string;
  readonly attachments?: Case['attachments'] | undefined;
  readonly start?: number | undefined;
  readonly milliseconds?: number;
}

/** Allure shows `broken` in amber. */
const statuses: Readonly<Partial<Record<Outcome, Status>>> = {
  failed: Status.FAILED,
  warned: Status.BROKEN,
  unstable: Status.BROKEN,
  'not exercised': Status.SKIPPED,
  inconclusive: Status.SKIPPED,
  waived: Status.SKIPPED,
};

/** Writes a result of Allure for each row. */
export function writeRows(rows: readonly Row[], resultsDir: string): void {
  mkdirSync(resultsDir, { recursive: true });
  const runtime = new ReporterRuntime({ writer: createWriter(resultsDir) });
  for (const row of rows) write(runtime, row);
}

/** Returns Allure's writer without its fsync for each result, which takes milliseconds each time. */
function createWriter(resultsDir: string): FileSystemWriter {
  const writer = new FileSystemWriter({ resultsDir });
  writer.writeResult = (result) =>
    writeFileAtomic.sync(path.join(resultsDir, `${result.uuid}-result.json`), JSON.stringify(result), { fsync: false });
  return writer;
}

function write(runtime: ReporterRuntime, row: Row): void {
  const { project, group, key, title, outcome, message, labels = [], attachments = [], milliseconds } = row;
  const uuid = runtime.startTest({
    name: title,
    fullName: `${project}/${group}/${key}`,
    stage: Stage.FINISHED,
    status: statuses[outcome] ?? Status.PASSED,
    statusDetails: { message },
    labels: [{ name: LabelName.PARENT_SUITE, value: project }, { name: LabelName.SUITE, value: group }, ...labels],
    ...(row.parameters ? { parameters: row.parameters } : {}),
    ...(row.description === undefined ? {} : { description: row.description }),
    ...(row.start === undefined ? {} : { start: row.start }),
  });
  for (const { name, body } of attachments)
    if (body)
      runtime.writeAttachment(uuid, undefined, name, body, { contentType: 'text/plain', fileExtension: '.txt' });
  runtime.stopTest(uuid, milliseconds === undefined ? {} : { duration: milliseconds });
  runtime.writeTest(uuid);
}

/** Returns the labels by which the tree of a report goes from a group to a row. */
export function treeLabels(project: string, group: string, key: string): Label[] {
  return [
    { name: LabelName.EPIC, value: project },
    { name: LabelName.FEATURE, value: group },
    { name: LabelName.STORY, value: key },
  ];
}

/** Writes the results of a run of tests instead of earlier ones. */
export function writeResults(cases: readonly Case[]): void {
  const folder = path.join(settings().REPORTS_DIR, 'allure-results');
  rmSync(folder, { recursive: true, force: true });
  writeRows(cases.map(rowOf), folder);
}

function rowOf(found: Case): Row {
  const { title, file, labels, seconds, judged, project = '' } = found;
  const reason = stripVTControlCharacters(judged.reason ?? '');
  const short = ['warned', 'unstable'].includes(judged.outcome) ? `${shortReason(judged)}\n` : '';
  const isOwnError = judged.cause?.kind === 'suite error';
  return {
    project,
    group: file,
    key: title,
    title,
    outcome: judged.outcome,
    message: judged.outcome === 'failed' || reason === '' ? reason : `${judged.outcome}: ${short}${reason}`,
    labels: labels.map(([name, value]) => ({ name, value: name === 'outcome' && isOwnError ? 'suite error' : value })),
    parameters: [{ name: 'SEED', value: String(settings().SEED), excluded: true }],
    description: descriptionOf(labels, judged),
    attachments: found.attachments,
    start: found.start,
    milliseconds: seconds * 1000,
  };
}

/** Returns the requirements of a test in words, and its outcome if its status does not show it. */
function descriptionOf(labels: Case['labels'], { outcome, reason, answer }: TestOutcome): string {
  const valuesOf = (wanted: string) => labels.flatMap(([name, value]) => (name === wanted ? [value] : []));
  const [levels, sections] = [valuesOf('level'), valuesOf('section')];
  return [
    ...valuesOf('feature').map((feature, at) => `**${feature}** (${levels[at]}, reference ${sections[at]})`),
    ...(['warned', 'waived', 'unstable'].includes(outcome) ? [`**${outcome}**`, code(reason ?? '')] : []),
    ...(answer === undefined ? [] : ['**answer**', code(JSON.stringify(answer, null, 2))]),
  ].join('\n\n');
}

function code(text: string): string {
  return stripVTControlCharacters(text).replace(/^/gm, '    ');
}
