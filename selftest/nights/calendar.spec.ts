import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { calendar } from '../../cli/nights/calendar.ts';
import { doneWith } from '../../cli/nights/command.ts';
import { faultsNamed } from '../../mock/faults.ts';

test('the calendar has thirty nights, and faults that there are', () => {
  expect(calendar).toHaveLength(30);
  for (const { fault } of calendar) if (fault !== undefined) expect(faultsNamed(fault)).toHaveLength(1);
});

test('what was done with an issue is told in a word', () => {
  const said = [
    'Opened: #1',
    'Left open, for nothing proves yet that X is mended: #1',
    'No issue: nothing is broken',
  ];

  expect(said.map(doneWith)).toEqual(['opened', 'left open', '']);
});

test('the page of the rehearsal has the nights of the calendar, each with what is wanted of the issue', () => {
  const rows = readFileSync('docs/rehearsal.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| 2026-10-'));

  const told = rows.map((row) => row.split('|').map((cell) => cell.trim()));
  expect(rows.length).toBeGreaterThan(0);
  expect(told.map((cells) => [cells[2], cells[9]])).toEqual(
    calendar.slice(0, rows.length).map(({ what, issue = '' }) => [what, issue]),
  );
});
