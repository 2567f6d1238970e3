import { answersOf } from '../suite/results/besides.ts';
import type { Conformance } from '../suite/results/document.ts';
import { ledgerText } from '../suite/results/ledger/answers.ts';
import { badgeJson } from './badge.ts';
import { csv } from './csv.ts';
import { page } from './html/page.ts';
import type { Shown } from './html/shown.ts';
import { markdown } from './markdown.ts';

/** What is made of the result alone and of what the page shows besides: whoever has both makes the same again. */
export const derived: Readonly<Record<string, (document: Conformance, shown: Shown) => string>> = {
  'answers.json': answersText,
  'conformance.html': page,
  'summary.md': markdown,
  'requirements.csv': csv,
  'badge.json': badgeJson,
};

/** What `npm run ledger` takes over: nothing in it varies from run to run of the same target. */
function answersText({ target, depth, complete, observed, requirements }: Conformance): string {
  return ledgerText({ target: target.name, depth, complete, answers: answersOf(requirements), observed });
}
