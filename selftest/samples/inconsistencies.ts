import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { unescaped } from '#reporters/html/markup';
import type { Conformance } from '#results/document';
import { countLevel } from '#results/verdict';
import type { Sample } from './samples.ts';

const LARGEST_PAGE = 1_000_000;

/** Returns what the artefacts of one run say otherwise than its result, each in one sentence. */
export function inconsistencies({ reports, output, code }: Sample): string[] {
  const read = (name: string) => readFileSync(path.join(reports, name), 'utf8');
  const document: Conformance = JSON.parse(read('conformance.json'));
  const { decision, counts, requirements } = document;
  const page = read('conformance.html');
  const { must } = counts;
  const numbers = (text: string) => text.match(/\d+/g)?.join(' ');
  const rowsOfPage = [...page.matchAll(/<tr id="([\w-]+)"[^>]* data-outcome="([^"]+)"/g)];
  const rowsOfCsv = read('requirements.csv').split('\r\n').slice(1);
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
    'the page has a row a requirement, with its outcome': requirements.every(({ id, outcome }) =>
      rowsOfPage.some(([, own, said]) => own === id && said === outcome),
    ),
    'the CSV has a row a requirement, with its outcome': requirements.every(({ id, outcome }) =>
      rowsOfCsv.some((row) => row.startsWith(`${id},`) && row.includes(`,${outcome},`)),
    ),
    'the three numbers of the console add up': threeAddUp(
      numbers(/^Musts: (.*)$/m.exec(output)?.[1] ?? ''),
      countLevel(must),
    ),
    'JUnit has a failure for each test that failed': failures(read('junit.xml')) === failedTests(document),
    'the page is small': statSync(path.join(reports, 'conformance.html')).size < LARGEST_PAGE,
    'the Allure results are there': existsSync(path.join(reports, 'allure-results')) || document.unreachable !== null,
    'no line but a command is longer than 200': output
      .split('\n')
      .every(
        (line) =>
          line.length <= 200 ||
          /^ {2}rerun: |^ {4}(?:eval |curl |printf |\. |# |[A-Z_0-9]+=)|^(?:RED|AMBER|GREEN): |^✗/.test(line),
      ),
    'a question is answered where something was accepted, and else only where no control could be sent':
      isAnswered(document) === isAccepted(document) || (isAnswered(document) && lacksStates(document)),
  };
  return Object.entries(checks).flatMap(([words, holds]) => (holds ? [] : [`it does not hold that ${words}`]));
}

/** `93 96 2 1`: passed of all, failed, not exercised; what stands in brackets is a part of one of them. */
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
