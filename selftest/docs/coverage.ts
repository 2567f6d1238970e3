import { markdownTable } from 'markdown-table';
import { clientRegister } from '#api/register';
import type { RegisteredRequirement } from '#api/requirement';
import { readScenarios } from '#client/certification/scenario';
import { preferenceCounts } from '#factories/preferences/counts';
import type { ListedTest } from './listed-tests.ts';

/** Returns docs/coverage.md: every row of both registers with its tests, or the reason why it has none. */
export function coverage(register: readonly RegisteredRequirement[], tests: readonly ListedTest[]): string {
  const endpoints = [...new Set(register.map(({ endpoint }) => endpoint))];
  return [
    '# Coverage',
    'Every row of the register and the tests that hold it. Made by `npm run docs`; not written by hand. The column since names the package version that added a row ([Run it nightly](nightly.md)). A mock without one of the needs says so in WITHOUT ([Test your service](test-your-service.md)).',
    ...totals(register, tests),
    ...endpoints.flatMap((endpoint) => [`## ${endpoint}`, rows(register, tests, endpoint)]),
    ...clientPart(),
    '',
  ].join('\n\n');
}

/** Returns the requirements of a client, whose tests are scenarios. */
function clientPart(): string[] {
  const scenarios = readScenarios().map(({ title, file, exercises }) => ({ title, file, tags: exercises }));
  const of = (level: string) => clientRegister.filter((row) => row.level === level).length;
  const endpoints = [...new Set(clientRegister.map(({ endpoint }) => endpoint))];
  return [
    '# Coverage of a client',
    `What \`conformance client\` judges ([Certify](certify.md)): ${clientRegister.length} rows: ${of('must')} must, ${of('should')} should, ${of('question')} question; ${scenarios.length} scenarios.`,
    ...endpoints.flatMap((endpoint) => [`## Client: ${endpoint}`, rows(clientRegister, scenarios, endpoint)]),
  ];
}

function totals(register: readonly RegisteredRequirement[], tests: readonly ListedTest[]): string[] {
  const of = (level: string) => register.filter((row) => row.level === level).length;
  const unasked = register.filter((row) => row.unasked).length;
  const counts = preferenceCounts();
  return [
    `${register.length} rows: ${of('must')} must, ${of('should')} should, ${of('question')} question (${unasked} of them no request can ask); ${tests.length} tests.`,
    `Preferences: ${counts.validInAll} valid ones in 13 industries; bad ones ${Object.entries(counts.invalid)
      .map(([depth, count]) => `${count} at DEPTH=${depth}`)
      .join(
        ', ',
      )}; ${counts.contradictions} with a contradicting spelling; ${counts.omissions} with a field left out; ${counts.foreignFields} with a field of another industry.`,
  ];
}

function rows(register: readonly RegisteredRequirement[], tests: readonly ListedTest[], endpoint: string): string {
  const own = register.filter((row) => row.endpoint === endpoint);
  const body = own.map((row) => [
    row.id,
    row.level,
    row.since ?? '',
    row.section,
    row.text,
    row.needs?.join(', ') ?? '',
    testsOf(row, tests),
  ]);
  return markdownTable([['id', 'level', 'since', 'section', 'requirement', 'needs', 'tests'], ...body], {
    alignDelimiters: false,
  });
}

function testsOf({ id, unasked }: RegisteredRequirement, tests: readonly ListedTest[]): string {
  const titles = tests.filter(({ tags }) => tags.includes(id)).map(({ title }) => title);
  const shown = titles.length > 3 ? [...titles.slice(0, 3), `and ${titles.length - 3} more`] : titles;
  return unasked ? `none: ${unasked}` : shown.join('<br>').replaceAll('|', '\\|');
}
