import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { levels } from '#api/requirement';
import { unescaped } from '#reporters/html/texts';
import type { Conformance } from '#results/document';
import { countLevel } from '#results/verdict';
import type { Sample } from './samples.ts';

const LARGEST_PAGE = 1_000_000;

/** Returns the differences between a run's reports and its result, row by row, and reports with too few rows. */
export function inconsistencies({ reports, output, code }: Sample, fewest = 0): string[] {
  const read = (name: string) => readFileSync(path.join(reports, name), 'utf8');
  const document: Conformance = JSON.parse(read('conformance.json'));
  const { decision, counts } = document;
  const page = read('conformance.html');
  const { must } = counts;
  const numbers = (text: string) => text.match(/\d+/g)?.join(' ');
  const rows = comparedRows(document, reports);
  const checks: Readonly<Record<string, boolean>> = {
    'the page says the decision': unescaped(page).includes(decision.words),
    'summary.md says the decision': read('summary.md')
      .replaceAll('\\', '')
      .replaceAll('<!-- -->', '')
      .includes(decision.words),
    'JUnit says the decision': unescaped(read('junit.xml')).includes(decision.words),
    'the console ends with the decision': output.trimEnd().split('\n').includes(decision.words),
    'the exit code is 0 unless the decision is red': (code === 0) === (decision.tone !== 'red'),
    'the badge is red where the decision is': JSON.parse(read('badge.json')).isError === (decision.tone === 'red'),
    'the three numbers of the console add up': threeAddUp(
      numbers(/^Musts: (.*)$/m.exec(output)?.[1] ?? ''),
      countLevel(must),
    ),
    'JUnit has a failure for each test that failed': failures(read('junit.xml')) === failedTests(document),
    'the page is small': statSync(path.join(reports, 'conformance.html')).size < LARGEST_PAGE,
    'the Allure results are there': existsSync(path.join(reports, 'allure-results')) || document.unreachable !== null,
    'no line but a command and the decision is longer than 120': output
      .replace(/^Merging shards .*$/m, '') // of stderr
      .split('\n')
      .every(
        (line) =>
          line.length <= 120 ||
          /^ {2}rerun: |^ {4}(?:eval |curl |printf |\. |# |[A-Z_0-9]+=)/.test(line) ||
          /^(?:RED|AMBER|GREEN|Report|PARTIAL run|OUTAGE|DRIFT|No ledger| {2}To accept)\b|^✗| → /.test(line),
      ),
    'the console names the page on a line of its own': /^Report: .*conformance\.html$/m.test(output),
    [`at least ${fewest} rows are compared`]: rows.length >= fewest,
    'a question is answered where something was accepted, and else only where no control could be sent':
      isAnswered(document) === isAccepted(document) || (isAnswered(document) && lacksStates(document)),
  };
  return [
    ...rows.flatMap(({ name, expected, actual }) =>
      expected === actual ? [] : [`${name}: expected ${expected}, actual: ${actual}`],
    ),
    ...Object.entries(checks).flatMap(([words, holds]) => (holds ? [] : [`it does not hold that ${words}`])),
  ];
}

interface Row {
  readonly name: string;
  readonly expected: string;
  readonly actual: string | undefined;
}

/** Compares the outcome of each requirement with the page, and that of each test with JUnit and Allure. */
function comparedRows({ requirements }: Conformance, reports: string): Row[] {
  const read = (name: string) => readFileSync(path.join(reports, name), 'utf8');
  const page = new Map(
    [...read('conformance.html').matchAll(/<tr id="([\w-]+)"[^>]* data-outcome="([^"]+)"/g)].map(
      ([, id = '', word = '']) => [id, word],
    ),
  );
  const ofRequirements = requirements.map(({ id, outcome }) => ({
    name: `${id} of the page`,
    expected: outcome,
    actual: page.get(id),
  }));
  return [...ofRequirements, ...comparedTests(requirements, read('junit.xml'), path.join(reports, 'allure-results'))];
}

/** Compares the outcome of each test, by the strictest of its levels, with JUnit and Allure. */
function comparedTests(requirements: Conformance['requirements'], junit: string, allure: string): Row[] {
  const inJunit = new Map(
    [...junit.matchAll(/<testcase name="([^"]*)" classname="([^"]*)"[\s\S]*?<\/testcase>/g)].map(
      ([text, title = '', file = '']) => [
        keyOf(unescaped(file), unescaped(title)),
        /<property name="outcome" value="([^"]*)"/.exec(text)?.[1],
      ],
    ),
  );
  const inAllure = new Map(allureResults(allure));
  const byLevel = requirements.toSorted((one, other) => levels.indexOf(one.level) - levels.indexOf(other.level));
  const tests = byLevel
    .flatMap((row) => row.tests)
    .map((test) => [keyOf(test.file, test.title), test.outcome] as const);
  return [...new Map(tests.toReversed())].flatMap(([name, expected]) => [
    { name: `${name} of JUnit`, expected, actual: inJunit.get(name) },
    ...(inAllure.size > 0 ? [{ name: `${name} of Allure`, expected, actual: inAllure.get(name) }] : []),
  ]);
}

/** Returns the outcome of each test in Allure; the last one of a test that ran twice. */
function allureResults(folder: string): [key: string, outcome: string | undefined][] {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('-result.json')) : [];
  const results: AllureResult[] = files.map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')));
  return results
    .toSorted((one, other) => one.start - other.start)
    .map(({ name: title, labels }) => {
      const labelOf = (wanted: string) => labels.find(({ name }) => name === wanted)?.value;
      return [keyOf(labelOf('suite') ?? '', title), labelOf('outcome')];
    });
}

interface AllureResult {
  readonly name: string;
  readonly start: number;
  readonly labels: readonly { readonly name: string; readonly value: string }[];
}

/** Returns the key of a test in every report: its file and its own title, without invisible characters. */
function keyOf(file: string, title: string): string {
  return `${file} ${title.split(' › ').at(-1)}`.replace(/[^\p{L}\p{N} ./]/gu, '');
}

/** Checks `93 96 2 1`: passed, total, failed and not exercised; a number in brackets is part of one of them. */
function threeAddUp(found: string | undefined, all: number): boolean {
  const numbers = found?.split(' ').map(Number) ?? [];
  const [passed = 0, total, failed = 0, ...others] = numbers;
  return total === all && others.some((open) => passed + failed + open === all);
}

function failures(junit: string): number {
  return junit.match(/<failure /g)?.length ?? 0;
}

function failedTests({ requirements }: Conformance): number {
  const failed = requirements.flatMap(({ tests }) => tests).filter(({ outcome }) => outcome === 'failed');
  return new Set(failed.map(({ file, title }) => `${file} ${title}`)).size;
}

function isAnswered({ counts }: Conformance): boolean {
  return counts.question.answered > 0;
}

function isAccepted({ counts }: Conformance): boolean {
  return counts.must.passed + counts.should.passed > 0;
}

function lacksStates({ requirements }: Conformance): boolean {
  return requirements.some(({ tests }) => tests.some(({ cause }) => cause?.kind === 'state unset'));
}
