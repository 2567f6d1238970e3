import { context } from '#run/context';

/** The settings of the run, which decide what tests there are and what they send. */
export const { settings } = context();
