/** What a run is told that rehearses another one on the embedded provider, so that it stops where that one would. */
export const REHEARSAL = { of: 'REHEARSAL_OF', states: 'REHEARSAL_STATES' } as const;

/** Whether the run that is rehearsed has the states of the environment and no others. */
export function isShortOfStates(environment: NodeJS.ProcessEnv): boolean {
  return environment[REHEARSAL.states] === 'environment';
}

/** The base URL of the run that is rehearsed, which nothing is sent to; undefined where the run is no rehearsal. */
export function rehearsedUrl(environment: NodeJS.ProcessEnv): string | undefined {
  return environment[REHEARSAL.of] || undefined;
}
