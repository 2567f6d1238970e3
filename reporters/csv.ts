import { stringify } from 'csv-stringify/sync';
import type { Conformance } from '../suite/results/document.ts';
import { shortReason } from './html/requirement-row.ts';

const columns = [
  'id',
  'endpoint',
  'level',
  'section',
  'requirement',
  'outcome',
  'reason',
  'tests',
  'answers',
];

/** The requirements for a spreadsheet, which takes no text of a target for a formula and reads UTF-8. */
export function csv({ requirements }: Conformance): string {
  const rows = requirements.map(({ id, endpoint, level, section, text, outcome, tests, answers, ...why }) => [
    id,
    endpoint,
    level,
    section,
    text,
    outcome,
    shortReason(why),
    tests.length,
    answers && answers.length > 0 ? JSON.stringify(answers) : '',
  ]);
  return stringify([columns, ...rows], { bom: true, escape_formulas: true, record_delimiter: 'windows' });
}
