import { markdownTable } from 'markdown-table';
import type { Outcome } from '../../suite/results/outcome.ts';
import { judgedRows } from '../../suite/results/verdict.ts';
import type { Rehearsed } from './rehearse.ts';

const head = [
  'night',
  'what happens',
  'build',
  'verdict',
  'musts',
  'failed',
  'unstable',
  'over the week',
  'issue',
  'spent',
];

/** What the nights would have said, opened and spent, a row each. */
export function table(nights: readonly Rehearsed[]): string {
  return markdownTable([head, ...nights.map(cells)], { alignDelimiters: false });
}

function cells({ night, started, document, issue, created }: Rehearsed): string[] {
  const { must } = document.counts;
  const ids = (word: Outcome) =>
    judgedRows(document.requirements)
      .filter(({ outcome, level }) => outcome === word && level !== 'question')
      .map(({ id }) => id)
      .join(' ');
  const all = Object.values(must).reduce((sum, count) => sum + count, 0);
  return [
    started.slice(0, 10),
    night.what,
    night.build,
    document.unreachable === null ? document.verdict : `${document.verdict}, outage`,
    `${must.passed} of ${all}`,
    ids('failed'),
    ids('unstable'),
    document.window?.words ?? '',
    doneWith(issue),
    ['checkout-preferences', 'test-users', 'wallet-agreements'].map((name) => created[name] ?? 0).join(' + '),
  ];
}

/** `opened`, `updated`, `closed`, `left open`; nothing where there is no issue. */
export function doneWith(issue: string): string {
  const [, word = ''] = /^(Opened|Updated|Closed|Left open)\b/.exec(issue) ?? [];
  return word.toLowerCase();
}
