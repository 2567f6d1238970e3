import { survivorsOfEmbedded } from './survivors-of-embedded.ts';
import { survivorsOfSecond } from './survivors-of-second.ts';
import type { Verdict } from './verdict.ts';

/** The survivors that somebody has looked at. */
const verdicts: readonly Verdict[] = [
  {
    kind: 'silent',
    because: 'Another value of an open choice is as legal.',
    mutants: [/: (?:\w+\.)*(?:choices|form)\.[.\w]+ [!=]== (?:'[^']*'|"[^"]*") → /],
  },
  ...survivorsOfEmbedded,
  ...survivorsOfSecond,
];

/** Returns what is said of a survivor; undefined where nobody has looked at it. */
export function verdictOn(key: string): Verdict | undefined {
  return verdicts.find(({ mutants }) =>
    mutants.some((known) => (typeof known === 'string' ? known === key : known.test(key))),
  );
}
