import { accepting, type Fault, refusing } from '../../fault.ts';
import { redirecting, refusalBodyFaults, successBodyFaults } from '../bodies.ts';
import { protectionFaults } from '../protected.ts';
import { rowsOf } from '../row.ts';

const operation = 'checkout-preferences';
const prefix = 'preference';
const { row } = rowsOf(operation, prefix);
const ways = ['html', 'html-called-json', 'text-plain', 'untyped', 'truncated'] as const;
const malformed = 'a body that is no JSON text';

/** Who is let in, what is read, and how it is answered. */
export const preferenceAnswerFaults: readonly Fault[] = [
  row('PRF-01', 'found', 'A success is a redirection.', redirecting),
  ...successBodyFaults({ operation, prefix, breaks: 'PRF-03' }, ways),
  ...refusalBodyFaults({ operation, prefix, breaks: 'PRF-04' }, ways),
  ...protectionFaults(operation, prefix, [
    { guard: 'noToken', breaks: 'PRF-10', status: 500 },
    { guard: 'madeUp', breaks: 'PRF-11', status: 500 },
    { guard: 'expired', breaks: 'PRF-12', status: 500 },
    { guard: 'otherScheme', breaks: 'PRF-13', status: 500 },
  ]),
  row('PRF-14', 'malformed-fails', 'Malformed JSON fails.', refusing(malformed, { status: 500 })),
  row('PRF-14', 'malformed-accepted', 'Malformed JSON is accepted.', accepting(malformed)),
];
