import { context } from '#run/context';

export const runContext = context();

/** The settings of the run, which decide what tests there are and what they send. */
export const { settings } = runContext;
