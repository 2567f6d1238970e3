import { memberOf } from '#api/exchange';
import { foreignFields } from '#factories/preferences/field-sets';
import { type Industry, industries, industryRows } from '#factories/preferences/industry';
import { validPreferences } from '#factories/preferences/valid';
import type { Conformance } from '#results/document';
import type { Outcome, TestOutcome } from '#results/outcome';
import type { RequirementOutcome } from '#results/verdict';
import { type EvidenceByTest, testKey } from '../evidence.ts';
import { html, type Markup } from '../markup.ts';
import { mark } from '../outcome-badge.ts';
import { label, t } from '../texts.ts';
import type { ExchangeNumbers } from './exchanges.ts';

/** How one value or shape came out in one industry, and where its exchange is shown. */
interface Cell {
  readonly outcome: Outcome;
  readonly words: string;
  /** The id of what shows its exchange. */
  readonly place?: string;
}

/** By the key of a test the number of the cause that it shows, and of an exchange that is as it should be. */
interface Numbers {
  readonly causes: ReadonlyMap<string, number>;
  readonly exchanges: ExchangeNumbers;
}

/** A value, a shape or a field, by industry. */
interface Line {
  readonly id: string;
  readonly name: string;
  readonly cells: ReadonlyMap<Industry, Cell>;
}

/** Which values and shapes hold in which industry: what breaks first, the rest folded. */
export function valueMap(document: Conformance, evidence: EvidenceByTest, numbers: Numbers): Markup {
  const lines = [
    ...accepted(document, evidence, numbers),
    ...spelled(document, numbers),
    ...foreign(document, numbers),
  ];
  const isBroken = ({ cells }: Line) => [...cells.values()].some(({ outcome }) => red.has(outcome));
  const broken = lines.filter(isBroken);
  const others = lines.filter((line) => !isBroken(line));
  return html`<section aria-labelledby="values"><h3 id="values">${t('Values and fields by industry')}</h3>
<p>${broken.length === 0 ? t('No value and no shape is broken in any industry.') : t('{broken} of {all} rows are broken: a row or a column that is red all along is one cause.', { broken: broken.length, all: lines.length })}</p>
${broken.length > 0 && table(broken, 'Broken values by industry')}
<details><summary>${t('Rows in which nothing is broken: {count}', { count: others.length })}</summary>${table(others, 'Values by industry')}</details></section>`;
}

const red: ReadonlySet<Outcome> = new Set(['failed', 'warned', 'waived']);

function table(lines: readonly Line[], name: string): Markup {
  const head = industries.map(
    (industry) => html`<th scope="col"><span>${industryRows[industry].name}</span></th>`,
  );
  const body = lines.map(
    ({ id, name: value, cells }) =>
      html`<tr><th scope="row"><a href="#${id}">${id}</a> ${value}</th>${industries.map((industry) => cell(cells.get(industry)))}</tr>`,
  );
  return html`<div class="scroll" tabindex="0" role="region" ${label(`${name}, table`)}><table class="heat"><thead><tr><th scope="col">${t('Value')}</th>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}

function cell(found: Cell | undefined): Markup {
  if (!found) return html`<td></td>`;
  const shown = mark(found.outcome, found.words);
  return html`<td class="${found.outcome.replace(' ', '-')}">${found.place === undefined ? shown : html`<a href="#${found.place}">${shown}</a>`}</td>`;
}

/** What must be accepted: the full preference (PRF-01) and each value and shape (PRF-02). */
function accepted({ requirements, seed }: Conformance, evidence: EvidenceByTest, numbers: Numbers): Line[] {
  const lines = new Map<string, { id: string; name: string; cells: Map<Industry, Cell> }>();
  for (const industry of industries)
    for (const { name } of validPreferences(industry, seed)) {
      const id = name === 'full' ? 'PRF-01' : 'PRF-02';
      const test = testOf(id, industry, requirements, evidence);
      const line = lines.get(name) ?? { id, name, cells: new Map() };
      if (test) line.cells.set(industry, cellOf(test, name, numbers));
      lines.set(name, line);
    }
  return [...lines.values()].filter(({ cells }) => cells.size > 0);
}

function testOf(
  id: string,
  industry: Industry,
  requirements: readonly RequirementOutcome[],
  evidence: EvidenceByTest,
): TestOutcome | undefined {
  const row = requirements.find((each) => each.id === id);
  return row?.tests.find((test) => evidence.get(testKey(test))?.industry === industry);
}

/** Of a test that names the cases which it found broken, the others hold. */
function cellOf(test: TestOutcome, name: string, numbers: Numbers): Cell {
  const { cause } = test;
  const breach = cause?.kind === 'waived' ? cause.breach : cause;
  const cases = breach?.kind === 'breach' ? breach.cases : undefined;
  const key = testKey(test);
  if (cases && !cases.includes(name))
    return { outcome: 'passed', words: 'passed', ...placeOf('exchange', numbers.exchanges.get(key)) };
  const isBroken = red.has(test.outcome);
  const place = isBroken
    ? placeOf('cause', numbers.causes.get(key))
    : placeOf('exchange', numbers.exchanges.get(key));
  return { outcome: test.outcome, words: test.outcome, ...place };
}

function placeOf(of: 'cause' | 'exchange', number: number | undefined): Pick<Cell, 'place'> {
  return number === undefined ? {} : { place: `${of}-${number}` };
}

/** The spellings that contradict the tables (PRF-65). */
function spelled({ requirements }: Conformance, { exchanges }: Numbers): Line[] {
  const row = requirements.find(({ id }) => id === 'PRF-65');
  return (row?.answers ?? []).map(({ title, answer }) => ({
    id: 'PRF-65',
    name: title,
    cells: cellsOf((industry) => memberOf(answer, industry), numberOf(row, title, exchanges)),
  }));
}

/** The fields of other industries (PRF-66), each in one that has it not. */
function foreign({ requirements, seed }: Conformance, { exchanges }: Numbers): Line[] {
  const row = requirements.find(({ id }) => id === 'PRF-66');
  const [{ title = '', answer } = {}] = row?.answers ?? [];
  if (answer === undefined) return [];
  const number = numberOf(row, title, exchanges);
  return foreignFields(seed).map(({ name, industry }) => ({
    id: 'PRF-66',
    name,
    cells: cellsOf(
      (each) => (each === industry ? memberOf(answer, `${name} in ${industry}`) : undefined),
      number,
    ),
  }));
}

/** The exchange of the test that asked a question. */
function numberOf(
  row: RequirementOutcome | undefined,
  title: string,
  exchanges: ExchangeNumbers,
): number | undefined {
  const test = row?.tests.find((each) => each.title === title) ?? row?.tests[0];
  return test && exchanges.get(testKey(test));
}

function cellsOf(
  replyIn: (industry: Industry) => unknown,
  number: number | undefined,
): ReadonlyMap<Industry, Cell> {
  const found = industries.flatMap((industry) => {
    const reply = replyIn(industry);
    const words = memberOf(reply, 'status') === 'success' ? 'accepted' : 'refused';
    const cell = { outcome: 'answered', words, ...placeOf('exchange', number) } as const;
    return reply === undefined ? [] : [[industry, cell] as const];
  });
  return new Map(found);
}
