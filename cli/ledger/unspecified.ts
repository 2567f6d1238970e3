import { answerLines, isCases } from '../../reporters/words/answer-words.ts';
import { grouped } from '../../suite/core/grouped.ts';
import type { RegisteredRequirement } from '../../suite/core/requirement.ts';
import type { Ledger } from '../../suite/results/ledger/answers.ts';

/** The text of reports/unspecified.md: every silence of the reference, with what a target does there. */
export function unspecified(register: readonly RegisteredRequirement[], ledger: Ledger): string {
  const questions = register
    .filter(({ level }) => level === 'question')
    .toSorted((one, other) => one.section.localeCompare(other.section, 'en', { numeric: true }));
  const sections = [...grouped(questions, ({ section }) => section)];
  return [
    `# What the reference does not show, and what ${ledger.target} does`,
    'Each heading is a silence of the reference, by section. *Success* is the status that the operation has where it does what it is asked; each operation has a question for it. A refusal has its status and the listed code or label that it carries. Made by `npm run ledger -- report`.',
    ...sections.flatMap(([section, rows]) => [
      `## Section ${section}`,
      ...rows.map((row) => block(`${row.text} (${row.id})`, linesOf(row, ledger))),
    ]),
    '## Seen besides',
    ...Object.entries(ledger.observed).map(([endpoint, facts]) => block(endpoint, answerLines(facts))),
    '',
  ].join('\n\n');
}

function block(heading: string, lines: readonly string[]): string {
  return `### ${heading}\n\n${lines.join('\n')}`;
}

function linesOf({ id, unasked }: RegisteredRequirement, { answers }: Ledger): string[] {
  if (unasked !== undefined) return [`Not asked. ${unasked}`];
  const own = answers[id];
  return own
    ? answerLines(cases(own))
    : ['No answer: it was not asked, or what it needs could not be provided.'];
}

/** What the titles of a question tell apart: the cases that their answers list, where each title has its own. */
function cases(titles: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const [only, ...others] = Object.values(titles);
  if (others.length === 0) return isCases(only) ? only : { '': only };
  const all = Object.values(titles).filter(isCases);
  const names = all.flatMap((answer) => Object.keys(answer));
  const areTold = all.length === others.length + 1 && new Set(names).size === names.length;
  return areTold ? Object.assign({}, ...all) : titles;
}
