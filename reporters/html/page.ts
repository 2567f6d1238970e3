import { causeGroups } from '#results/cause-groups';
import type { Conformance } from '#results/document';
import { recordOf } from '#results/history/record';
import { about, createdResources, suiteErrors, waivers } from './about.ts';
import { openQuestions } from './answers.ts';
import { changes } from './changes.ts';
import { allChecks } from './checks.ts';
import { fixList, warnings } from './fixes.ts';
import { frame } from './frame.ts';
import { industriesAndValues } from './industries.ts';
import { html } from './markup.ts';
import { missing } from './missing.ts';
import { operationTiles } from './operations.ts';
import type { Numbered, Page, Shown } from './shown.ts';
import { bar, productName, verdictCard } from './verdict.ts';

/** Returns the conformance page: the verdict and what to do, what to fix, and every check behind it. */
export function page(document: Conformance, shown: Shown): string {
  const groups = causeGroups(document.requirements);
  const numbered = (outcomes: readonly string[], prefix: string): Numbered[] =>
    groups
      .filter(({ outcome }) => outcomes.includes(outcome))
      .map((group, index) => ({ ...group, number: index + 1, anchor: `${prefix}-${index + 1}` }));
  const own: Page = {
    document,
    shown,
    fixes: numbered(['failed', 'unstable'], 'fix'),
    warned: numbered(['warned'], 'warning'),
  };
  const runs = [...shown.earlier, recordOf(document, [])];
  const { verdict } = document;
  const product = productName(document);
  return frame(
    {
      title: { id: 'title', values: { verdict, fixes: own.fixes.length, product } },
      bar: bar(own),
      main: html`${verdictCard(own)}${suiteErrors(document)}${fixList(own, runs)}${missing(document)}${warnings(own, runs)}
<div class="rest">${operationTiles(document)}${waivers(document)}${changes(runs)}${industriesAndValues(own)}
${allChecks(own)}${openQuestions(document)}${createdResources(shown.left)}${about(document)}</div>`,
      sheet: `${verdict} · ${product}`,
    },
    shown.language,
  );
}
