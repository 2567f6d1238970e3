import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { LabelName, type Parameter, Stage, Status } from 'allure-js-commons';
import { FileSystemWriter, ReporterRuntime } from 'allure-js-commons/sdk/reporter';
import type { Outcome, TestOutcome } from '#results/verdict';
import { shortReason } from './html/checks.ts';
import type { Case } from './junit.ts';

const statuses: Readonly<Partial<Record<Outcome, Status>>> = {
  failed: Status.FAILED,
  warned: Status.BROKEN,
  unstable: Status.BROKEN,
  'not exercised': Status.SKIPPED,
  inconclusive: Status.SKIPPED,
  waived: Status.SKIPPED,
};

/** Writes a result of Allure for each case, in place of earlier results; leaves no folder if one cannot be written. */
export function writeResults(cases: readonly Case[], resultsDir: string, parameters: readonly Parameter[] = []): void {
  rmSync(resultsDir, { recursive: true, force: true });
  mkdirSync(resultsDir, { recursive: true });
  const runtime = new ReporterRuntime({ writer: createWriter(resultsDir) });
  try {
    for (const found of cases) write(runtime, found, parameters);
  } catch (error) {
    rmSync(resultsDir, { recursive: true, force: true });
    throw error;
  }
}

/** Returns Allure's writer without its fsync and its second name for each file: a folder of hundreds takes half the time. */
function createWriter(resultsDir: string): FileSystemWriter {
  const writer = new FileSystemWriter({ resultsDir });
  const writeNew = (name: string, content: Buffer | string) => writeFileSync(path.join(resultsDir, name), content);
  writer.writeResult = (result) => writeNew(`${result.uuid}-result.json`, JSON.stringify(result));
  writer.writeAttachment = writeNew;
  return writer;
}

function write(runtime: ReporterRuntime, found: Case, parameters: readonly Parameter[]): void {
  const { title, file, labels, seconds, judged, project = '', attachments = [], start } = found;
  const isOwnError = judged.cause?.kind === 'suite error';
  const others = labels.map(([name, value]) => ({
    name,
    value: name === 'outcome' && isOwnError ? 'suite error' : value,
  }));
  const uuid = runtime.startTest({
    name: title,
    fullName: `${project}/${file}/${title}`,
    stage: Stage.FINISHED,
    status: statuses[judged.outcome] ?? Status.PASSED,
    statusDetails: { message: getMessage(judged) },
    labels: [{ name: LabelName.PARENT_SUITE, value: project }, { name: LabelName.SUITE, value: file }, ...others],
    parameters: [...parameters],
    description: getDescription(labels, judged),
    ...(start === undefined ? {} : { start }),
  });
  for (const { name, body } of attachments)
    if (body)
      runtime.writeAttachment(uuid, undefined, name, body, { contentType: 'text/plain', fileExtension: '.txt' });
  runtime.stopTest(uuid, { duration: seconds * 1000 });
  runtime.writeTest(uuid);
}

/** Returns the labels by which the tree of a report goes from a group to a row. */
export function treeLabels(project: string, group: string, key: string): Case['labels'] {
  return Object.entries({ [LabelName.EPIC]: project, [LabelName.FEATURE]: group, [LabelName.STORY]: key });
}

function getMessage(judged: TestOutcome): string {
  const { outcome } = judged;
  const reason = stripVTControlCharacters(judged.reason ?? '');
  const short = ['warned', 'unstable'].includes(outcome) ? `${shortReason(judged)}\n` : '';
  return outcome === 'failed' || reason === '' ? reason : `${outcome}: ${short}${reason}`;
}

/** Returns the requirements of a test in words, and its outcome if its status does not show it. */
function getDescription(labels: Case['labels'], { outcome, reason, answer: response }: TestOutcome): string {
  const getValues = (label: string) => labels.flatMap(([name, value]) => (name === label ? [value] : []));
  const features = getValues('feature');
  const levels = getValues('level');
  return [
    ...getValues('section').map((section, at) => `**${features[at]}** (${levels[at]}, reference ${section})`),
    ...(['warned', 'waived', 'unstable'].includes(outcome) ? [`**${outcome}**`, code(reason ?? '')] : []),
    ...(response === undefined ? [] : ['**answer**', code(JSON.stringify(response, null, 2))]),
  ].join('\n\n');
}

function code(text: string): string {
  return stripVTControlCharacters(text).replace(/^/gm, '    ');
}
