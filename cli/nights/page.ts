import type { Rehearsed } from './rehearse.ts';
import { table } from './table.ts';

/** The text of docs/rehearsal.md. */
export function page(nights: readonly Rehearsed[]): string {
  return `# Rehearsal

What the nightly would have said, opened and spent in ${nights.length} nights against the embedded provider, by a calendar of builds, faults,
bad moments, outages, slow days, missing states and used-up budgets ([cli/nights/calendar.json](../cli/nights/calendar.json)).
Each night is a whole run with \`DEPTH=smoke\`, \`CONFIRM=1\` and \`PER=week\`; the budgets let one run a week create all that it wants,
so that most nights prove a part alone and the week has the whole. Spent is what was created: preferences + test users +
agreements. The calendar says what is wanted of the issue of the target; where a night does otherwise the command fails.

    npm run conformance -- nights 30             # prints the table
    npm run conformance -- nights 30 --page      # writes this page

${table(nights)}
`;
}
