import { type Label, LabelName, Stage, Status } from 'allure-js-commons';
import { FileSystemWriter, ReporterRuntime } from 'allure-js-commons/sdk/reporter';
import type { Outcome } from '#results/outcome';

/** Describes a result of Allure: a requirement of a client, or a rule of the gate. */
export interface Row {
  readonly group: string;
  /** The same in every run. */
  readonly key: string;
  readonly title: string;
  readonly outcome: Outcome;
  readonly message: string;
  readonly labels?: readonly Label[];
}

const statuses: Readonly<Partial<Record<Outcome, Status>>> = {
  failed: Status.FAILED,
  'not exercised': Status.SKIPPED,
  inconclusive: Status.SKIPPED,
  waived: Status.SKIPPED,
};

/** Writes a result of Allure for each row, all under one project. */
export function writeRows(rows: readonly Row[], project: string, resultsDir: string): void {
  const runtime = new ReporterRuntime({ writer: new FileSystemWriter({ resultsDir }) });
  for (const row of rows) write(runtime, row, project);
}

function write(
  runtime: ReporterRuntime,
  { group, key, title, outcome, message, labels = [] }: Row,
  project: string,
): void {
  const uuid = runtime.startTest({
    name: title,
    fullName: `${project}/${group}/${key}`,
    stage: Stage.FINISHED,
    status: statuses[outcome] ?? Status.PASSED,
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
