import { LabelName, Stage, Status } from 'allure-js-commons';
import { FileSystemWriter, ReporterRuntime } from 'allure-js-commons/sdk/reporter';
import type { SdkResult } from '../result/result.ts';
import { type RuleResult, rulesOf } from '../result/rules.ts';
import { ending } from './ending.ts';

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
  const rows = [...rulesOf(result).map(rowOf), ...roundsOf(result)];
  for (const row of rows) write(runtime, row);
}

function rowOf({ endpoint, rule, about, outcome, findings }: RuleResult): Row {
  const status =
    outcome === 'failed' ? Status.FAILED : outcome === 'not exercised' ? Status.SKIPPED : Status.PASSED;
  const message = findings.map(({ place, text, example }) => `${place} ${text} [${example}]`).join('\n');
  return { group: endpoint, key: rule, title: about, status, message };
}

function roundsOf({ rounds }: SdkResult): Row[] {
  return rounds.map(({ name, survived, code, timedOut }) => ({
    group: 'replies',
    key: name,
    title: `The command survives the replies: ${name}.`,
    status: survived ? Status.PASSED : Status.FAILED,
    message: ending({ code, timedOut }),
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
