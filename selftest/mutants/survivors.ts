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
    mutants: [/: (?:\w+\.)*(?:choices|form)\.[.\w]+ [!=]== (?:'[^']*'|"[^"]*") → /],
  },
  {
    kind: 'silent',
    because: 'The name of a rule stands in the words of an error alone, and those are not shown (7).',
    mutants: [
      /^mock\/(?!shape)[\w/-]+\.ts: (?:'[^']* [^']*'|"[^"]* [^"]*") → ""$/,
      'mock/oauth-token/grant-checks.ts: \'a token of another user\' → ""',
    ],
  },
  {
    kind: 'silent',
    because:
      'Which wrong values a preference or an agreement refuses is not shown (2.5, 2.7); the right ones are accepted still.',
    mutants: [
      /^mock\/(?:shape|checkout-preferences\/preference-shape)\.ts: /,
      /^selftest\/second-provider\/(?:field-kinds|preference-fields)\.ts: /,
      'mock/wallet-agreements.ts: problem === what → false',
    ],
  },
  {
    kind: 'silent',
    because: 'Whether an answer is compressed, and what stands beside its code, is open.',
    mutants: [
      'mock/app.ts: \'accept-encoding\' → ""',
      "mock/wire.ts: choices.compression === 'gzip' && acceptsGzip → choices.compression === 'gzip' || acceptsGzip",
      /^selftest\/second-provider\/errors\.ts: \{ error: null, warnings: \[\]/,
    ],
  },
  {
    kind: 'equivalent',
    because: 'The exchange of a code looks for it once more and refuses it with the same code.',
    mutants: [
      "selftest/second-provider/grants.ts: grant_type === 'authorization_code' && code !== undefined && !world.codes.has(code) → false",
    ],
  },
];

/** What is said of a survivor; undefined where nobody has looked at it. */
export function verdictOn(key: string): Row | undefined {
  return rows.find(({ mutants }) =>
    mutants.some((known) => (typeof known === 'string' ? known === key : known.test(key))),
  );
}
