import type { Conformance } from '#results/document';
import { answers } from './answers.ts';
import { failedTeardowns, leftBehind, suiteErrors, waivers } from './besides.ts';
import { causeNumbers, causes, causesOfTests } from './causes.ts';
import { frame } from './frame.ts';
import { head, overview } from './head.ts';
import { history } from './history.ts';
import { mapExchanges } from './maps/exchanges.ts';
import { fieldMap } from './maps/fields.ts';
import { industryMatrix } from './maps/industries.ts';
import { valueMap } from './maps/values.ts';
import { html } from './markup.ts';
import { requirementTables } from './requirement-tables.ts';
import type { Shown } from './shown.ts';
import { t } from './texts.ts';

/** The conformance page: the verdict, every requirement, the industries, the answers, and what was left behind. */
export function page(document: Conformance, { evidence, left, earlier, language }: Shown): string {
  const { target, verdict, requirements } = document;
  const exchanges = mapExchanges(document, evidence);
  return frame(
    { text: '{verdict}: conformance of {target}', values: { verdict, target: target.name } },
    html`${head(document)}${suiteErrors(document)}${overview(document)}${waivers(document)}
${causes(document, evidence)}
${history(document, earlier)}
${requirementTables(requirements, causeNumbers(document))}
${industryMatrix(document, evidence, exchanges.numbers)}
${valueMap(document, evidence, { causes: causesOfTests(document), exchanges: exchanges.numbers })}${fieldMap(document, exchanges.numbers)}${exchanges.markup}
${answers(document)}
${failedTeardowns(document)}${leftBehind(left)}`,
    html`<p>${t('A must is what the reference states. A should is what any client relies on. A question is where the reference is silent. Not exercised and inconclusive requirements prove nothing, for or against.')} ${t('What the target said, the words of tests, the names of fields and the messages of the schema check are told as they are.')}</p>`,
    language,
  );
}
