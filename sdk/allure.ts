import { LabelName, Stage, Status } from 'allure-js-commons';
import { FileSystemWriter, ReporterRuntime } from 'allure-js-commons/sdk/reporter';
import { checks } from './checks.ts';
import type { OperationResult, SdkResult } from './result.ts';

/** The project that the results of the gate stand under in an Allure report. */
const PROJECT = 'sdk';

interface Row {
  readonly group: string;
  /** The same in every run. */
  readonly key: string;
  readonly title: string;
  readonly status: Status;
  readonly message?: string;
}

/** Writes a test result for each rule of each operation, and one for each round, beside those of a conformance run. */
export function writeAllure(result: SdkResult, resultsDir: string): void {
  const runtime = new ReporterRuntime({ writer: new FileSystemWriter({ resultsDir }) });
  const rows = [...result.operations.flatMap((operation) => rowsOf(operation, result)), ...roundsOf(result)];
  for (const row of rows) write(runtime, row);
}

function rowsOf({ endpoint, requests }: OperationResult, { findings }: SdkResult): Row[] {
  if (requests === 0)
    return [
      {
        group: endpoint,
        key: 'exercised',
        title: 'is exercised',
        status: Status.SKIPPED,
        message: 'It never was.',
      },
    ];
  return checks
    .filter(({ of }) => of.includes(endpoint))
    .map(({ rule, about }) => {
      const found = findings.filter((finding) => finding.endpoint === endpoint && finding.rule === rule);
      const broken = found.some(({ level, known }) => level === 'breach' && !known);
      const message = found.map(({ place, text, example }) => `${place} ${text} [${example}]`).join('\n');
      return {
        group: endpoint,
        key: rule,
        title: about,
        status: broken ? Status.FAILED : Status.PASSED,
        message,
      };
    });
}

function roundsOf({ rounds }: SdkResult): Row[] {
  return rounds.map(({ name, survived, code, timedOut }) => ({
    group: 'replies',
    key: name,
    title: `The command survives the replies: ${name}.`,
    status: survived ? Status.PASSED : Status.FAILED,
    message: timedOut ? 'It was still running at the end of its time.' : `It ended with exit code ${code}.`,
  }));
}

function write(runtime: ReporterRuntime, { group, key, title, status, message = '' }: Row): void {
  const uuid = runtime.startTest({
    name: title,
    fullName: `${PROJECT}/${group}/${key}`,
    stage: Stage.FINISHED,
    status,
    statusDetails: { message },
    labels: [
      { name: LabelName.PARENT_SUITE, value: PROJECT },
      { name: LabelName.SUITE, value: group },
      { name: LabelName.EPIC, value: PROJECT },
      { name: LabelName.FEATURE, value: group },
      { name: LabelName.STORY, value: key },
    ],
  });
  runtime.stopTest(uuid);
  runtime.writeTest(uuid);
}
