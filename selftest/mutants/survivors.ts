/** Why no test notices a mutant: it does the same, the reference does not say, or a test is missing. */
export type Kind = 'equivalent' | 'silent' | 'missed';

interface Row {
  readonly kind: Kind;
  readonly because: string;
  /** Their keys, or what the keys of a whole family of them have. */
  readonly mutants: readonly (string | RegExp)[];
}

/** The survivors that somebody has looked at. */
const rows: readonly Row[] = [
  {
    kind: 'silent',
    because: 'Another value of an open choice is as legal.',
    mutants: [/: (?:call\.|c\.)?(?:choices|form)[.\w]* [!=]== '[^']*' → /],
  },
];

/** What is said of a survivor; undefined where nobody has looked at it. */
export function verdictOn(key: string): Row | undefined {
  return rows.find(({ mutants }) =>
    mutants.some((known) => (typeof known === 'string' ? known === key : known.test(key))),
  );
}
