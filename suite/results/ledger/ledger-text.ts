import stringify from 'json-stringify-pretty-compact';
import { inOrder } from '../../core/values/json.ts';

/** A JSON value as a ledger writes it: members in order, what fits on a line on one line, so that an answer is one line of a diff. */
export function ledgerText(value: unknown): string {
  return `${stringify(inOrder(value), { maxLength: 110 })}\n`;
}
