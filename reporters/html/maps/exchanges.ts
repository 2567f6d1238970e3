import { stripVTControlCharacters } from 'node:util';
import { isOnMap } from '#assertions/attach';
import { industryRows, isIndustry } from '#factories/preferences/industry';
import type { Conformance } from '#results/document';
import type { RequirementOutcome } from '#results/verdict';
import { type Evidence, type EvidenceByTest, type Exchanged, testKey } from '../evidence.ts';
import { html, type Markup } from '../markup.ts';
import { t } from '../texts.ts';

/** The number of the exchange that a cell opens, by the key of its test. */
export type ExchangeNumbers = ReadonlyMap<string, number>;

/** Of one exchange no more than this is shown: a page has some fifty of them. */
const LONGEST = 4_000;

interface Shown {
  readonly key: string;
  readonly name: string;
  readonly exchange: Exchanged;
}

/** One exchange of each test of the maps that shows one which is as it should be: all cells of the test share it. */
export function mapExchanges({ requirements }: Conformance, evidence: EvidenceByTest) {
  const shown = requirements.filter(({ id }) => isOnMap(id)).flatMap((row) => shownOf(row, evidence));
  const numbers: ExchangeNumbers = new Map(shown.map(({ key }, index) => [key, index + 1]));
  return { numbers, markup: shown.length === 0 ? undefined : list(shown) };
}

function shownOf({ id, tests }: RequirementOutcome, evidence: EvidenceByTest): Shown[] {
  return tests.flatMap((test) => {
    const key = testKey(test);
    const own = evidence.get(key);
    const exchange =
      own?.exchanges.find(({ name }) => isAccepted(name)) ?? (isFine(test) ? own?.exchanges[0] : undefined);
    return exchange ? [{ key, name: `${id} ${industryIn(own) || test.title}`, exchange }] : [];
  });
}

function isAccepted(name: string): boolean {
  return / → 2\d\d$/.test(name);
}

function isFine({ outcome }: RequirementOutcome['tests'][number]): boolean {
  return outcome === 'passed' || outcome === 'answered';
}

function industryIn(evidence: Evidence | undefined): string {
  const industry = evidence?.industry ?? '';
  return isIndustry(industry) ? industryRows[industry].name : '';
}

function list(shown: readonly Shown[]): Markup {
  const items = shown.map(
    (
      { name, exchange },
      index,
    ) => html`<details id="exchange-${index + 1}"><summary>${name}: ${exchange.name}</summary>
<pre tabindex="0" role="region" aria-label="${name}">${cut(stripVTControlCharacters(exchange.text).trim())}</pre></details>`,
  );
  return html`<details class="exchanges"><summary>${t('One exchange of each test that the cells stand on: {count}', { count: shown.length })}</summary>${items}</details>`;
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
