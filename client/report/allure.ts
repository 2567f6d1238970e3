import { type Label, LabelName, Stage, Status } from 'allure-js-commons';
import { FileSystemWriter, ReporterRuntime } from 'allure-js-commons/sdk/reporter';
import { endingWords } from '../record/gate-run.ts';
import type { SdkResult } from '../result/result.ts';
import { type RuleResult, rulesOf } from '../result/rules.ts';

/** The project that the results of the gate stand under in an Allure report. */
const PROJECT = 'sdk';

export interface Row {
  readonly group: string;
  /** The same in every run. */
  readonly key: string;
  readonly title: string;
  readonly status: Status;
  readonly message?: string;
  readonly labels?: readonly Label[];
}

/** Writes a test result for each rule of each operation, and one for each round, beside those of a conformance run. */
export function writeAllure(result: SdkResult, resultsDir: string): void {
  writeRows([...rulesOf(result).map(rowOf), ...roundsOf(result)], PROJECT, resultsDir);
}

/** Writes a test result for each row, under one project. */
export function writeRows(rows: readonly Row[], project: string, resultsDir: string): void {
  const runtime = new ReporterRuntime({ writer: new FileSystemWriter({ resultsDir }) });
  for (const row of rows) write(runtime, row, project);
}

function rowOf({ endpoint, rule, about, outcome, findings }: RuleResult): Row {
  const status = outcome === 'failed' ? Status.FAILED : outcome === 'not exercised' ? Status.SKIPPED : Status.PASSED;
  const message = findings.map(({ place, text, example }) => `${place} ${text} [${example}]`).join('\n');
  return { group: endpoint, key: rule, title: about, status, message };
}

function roundsOf({ rounds }: SdkResult): Row[] {
  return rounds.map(({ name, survived, code, timedOut }) => ({
    group: 'replies',
    key: name,
    title: `The command survives the replies: ${name}.`,
    status: survived ? Status.PASSED : Status.FAILED,
    message: endingWords({ code, timedOut }),
  }));
}

function write(
  runtime: ReporterRuntime,
  { group, key, title, status, message = '', labels = [] }: Row,
  project: string,
): void {
  const uuid = runtime.startTest({
    name: title,
    fullName: `${project}/${group}/${key}`,
    stage: Stage.FINISHED,
    status,
    statusDetails: { message },
    labels: [
      { name: LabelName.PARENT_SUITE, value: project },
      { name: LabelName.SUITE, value: group },
      { name: LabelName.EPIC, value: project },
      { name: LabelName.FEATURE, value: group },
      { name: LabelName.STORY, value: key },
      ...labels,
    ],
  });
  runtime.stopTest(uuid);
  runtime.writeTest(uuid);
}
