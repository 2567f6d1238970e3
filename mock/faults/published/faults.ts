import type { Fault } from '../../fault.ts';
import { acceptances } from './acceptances.ts';
import { answers } from './answers.ts';
import { refusals } from './refusals.ts';

/**
 * Defects that were published of other services. The ids are those of Defects4REST, a project and the number of its issue
 * (github.com/ANSWER-OSU/Defects4REST); where the owner stands before it, those of an OAuth server's.
 */
export const publishedFaults: readonly Fault[] = [...acceptances, ...answers, ...refusals].map(
  ([id, operation, breaks, sentence, patch]) => ({
    name: `published-${id}`,
    operation,
    breaks,
    sentence,
    patch,
  }),
);
