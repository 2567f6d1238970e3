import { answerFaults } from './answers.ts';
import { bodyFaults } from './bodies.ts';
import { idFaults } from './ids.ts';
import { lineFaults } from './lines.ts';
import { preferenceFaults } from './preferences.ts';
import { publishedClientFaults } from './published.ts';
import type { ClientFault } from './row.ts';
import { secretFaults } from './secrets.ts';
import { tokenFaults } from './tokens.ts';

/** Every fault of a client, one requirement each. */
export const clientFaults: readonly ClientFault[] = [
  ...lineFaults,
  ...bodyFaults,
  ...preferenceFaults,
  ...tokenFaults,
  ...secretFaults,
  ...idFaults,
  ...answerFaults,
  ...publishedClientFaults,
];
