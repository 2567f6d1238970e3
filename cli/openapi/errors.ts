import { documentedErrors } from '../../sdk/contract/documented-errors.ts';
import { grouped } from '../../suite/core/grouped.ts';
import type { Endpoint } from '../../suite/core/operations.ts';
import { type Part, referenceTo } from './json.ts';
import { errorWords } from './words.ts';

/** The error responses of an operation: one for every status that section 7 lists, or any 4xx where it lists none. */
export function errorsOf(endpoint: Endpoint): Part {
  const listed = documentedErrors.filter((row) => row.endpoint === endpoint).sort(missingFirst);
  if (listed.length === 0) return { '4XX': unlisted };
  const byStatus = grouped(listed, ({ status }) => String(status));
  return Object.fromEntries(
    [...byStatus].map(([status, rows]) => [status, listedResponse(rows.map(({ code }) => code))]),
  );
}

type Listed = (typeof documentedErrors)[number];

/** What a mock that merely validates can tell stands first, for it answers with the first example. */
function missingFirst(one: Listed, other: Listed): number {
  return Number(leavesOut(other)) - Number(leavesOut(one));
}

function leavesOut({ body = {} }: Listed): boolean {
  return Object.values(body).includes(undefined);
}

function listedResponse(codes: readonly string[]): Part {
  const examples = Object.fromEntries(codes.map((code) => [code, { value: { error: code } }]));
  return {
    description: `${codes.join(', ')}. ${errorWords}`,
    content: { 'application/json': { schema: referenceTo('schemas', 'error'), examples } },
  };
}

const unlisted: Part = {
  description: `A refusal: the reference lists no error of this operation. ${errorWords}`,
  content: {
    'application/json': {
      schema: referenceTo('schemas', 'error'),
      examples: { refused: { value: { error: 'refused' } } },
    },
  },
};
