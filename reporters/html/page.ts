import type { Conformance } from '../../suite/results/document.ts';
import { answers } from './answers.ts';
import { challenges, suiteErrors, waivers } from './besides.ts';
import { causeNumbers, causes, causesOfTests } from './causes.ts';
import { frame } from './frame.ts';
import { head, overview } from './head.ts';
import { history } from './history.ts';
import { leftBehind } from './left-behind.ts';
import { fieldMap } from './maps/fields.ts';
import { industryMatrix } from './maps/industries.ts';
import { valueMap } from './maps/values.ts';
import { html } from './markup.ts';
import { requirementTables } from './requirement-tables.ts';
import type { Shown } from './shown.ts';

/** The conformance page: the verdict, every requirement, the industries, the answers, and what was left behind. */
export function page(document: Conformance, { evidence, left, earlier }: Shown): string {
  const { target, verdict, requirements } = document;
  return frame(
    `${verdict}: conformance of ${target.name}`,
    html`${head(document)}${suiteErrors(document)}${overview(document)}${waivers(document)}${challenges(document)}
${causes(document, evidence)}
${history(document, earlier)}
${requirementTables(requirements, causeNumbers(document))}
${industryMatrix(document, evidence)}
${valueMap(document, evidence, causesOfTests(document))}${fieldMap(document)}
${answers(document)}
${leftBehind(left)}`,
    html`<p>A <b>must</b> is what the reference states. A <b>should</b> is what any client relies on. A <b>question</b> is where the
reference is silent. <b>Not exercised</b> and <b>inconclusive</b> requirements prove nothing, for or against.</p>`,
  );
}
