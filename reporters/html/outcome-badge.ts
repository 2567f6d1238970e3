import type { Outcome } from '#results/outcome';
import { html, type Markup } from './markup.ts';
import { t } from './texts.ts';

/** A sign besides the colour, for print and for those who do not tell the colours apart. */
const signs: Readonly<Record<Outcome, string>> = {
  passed: '✓',
  failed: '✗',
  unstable: '≈',
  warned: '!',
  answered: '→',
  waived: '~',
  'not exercised': '–',
  inconclusive: '?',
};

/** An outcome in its colour, with its sign and its word. */
export function badge(outcome: Outcome): Markup {
  return html`<span class="badge ${classOf(outcome)}"><span aria-hidden="true">${signs[outcome]}</span> ${t(outcome)}</span>`;
}

/** The name of an outcome's colour in the style sheet. */
function classOf(outcome: Outcome): string {
  return outcome.replace(' ', '-');
}

/** An outcome as its sign, where a table has hundreds; what it stands for is said to who does not see it. */
export function mark(outcome: Outcome, words: string): Markup {
  return html`<span aria-hidden="true">${words === 'refused' ? '✗' : signs[outcome]}</span><span class="unseen">${t(words)}</span>`;
}
