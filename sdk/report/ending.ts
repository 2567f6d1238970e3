import type { FinishedRound } from '../record/gate-run.ts';

/** How the command ended, in a sentence. */
export function ending({ code, timedOut }: Pick<FinishedRound, 'code' | 'timedOut'>): string {
  if (timedOut) return 'It was still running at the end of its time.';
  return code === null ? 'It was ended by a signal.' : `It ended with exit code ${code}.`;
}
