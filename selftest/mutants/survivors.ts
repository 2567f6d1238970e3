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
      /^mock\/(?:http\/shape|checkout-preferences\/preference-shape)\.ts: /,
      /^selftest\/second-provider\/(?:field-kinds|preference-fields)\.ts: /,
      'mock/wallet-agreements.ts: problem === what → false',
    ],
  },
  {
    kind: 'silent',
    because: 'Whether an answer is compressed, and what stands beside its code, is open.',
    mutants: [
      'mock/http/app.ts: \'accept-encoding\' → ""',
      "mock/http/wire.ts: choices.compression === 'gzip' && acceptsGzip → choices.compression === 'gzip' || acceptsGzip",
      /^selftest\/second-provider\/http\/errors\.ts: \{ error: null, warnings: \[\]/,
    ],
  },
  {
    kind: 'silent',
    because:
      'It takes another alternative of an open choice: what is unmarked, the second use of a code, rotation, forms of time and of header fields.',
    mutants: [
      'mock/world/credentials.ts: verifier === undefined → verifier !== undefined',
      /^mock\/oauth-token\/operation\.ts: testTokenMember === 'required' → /,
      'mock/oauth-token/grant-checks.ts: code.uses >= call.choices.codeUses → code.uses > call.choices.codeUses',
      "mock/oauth-token/issue.ts: refreshedToken === 'rotated' → refreshedToken !== 'rotated'",
      'mock/oauth-token/issue.ts: \'refresh_token\' → "" #2',
      "mock/world/timestamp.ts: { zone: '+00:00', fraction: '.001' } → {}",
      'mock/world/timestamp.ts: true → false #2',
      'mock/http/wire.ts: (name: string) => name.toUpperCase() → () => undefined',
      /^mock\/http\/wire\.ts: \{ const typed = choices\.emptyAnswerType === 'sent'/,
      /^mock\/checkout-preferences\/operation\.ts: \/"\(\?:registration\[_ \]date/,
    ],
  },
  {
    kind: 'silent',
    because: 'live_mode is a boolean, and which one is not shown (2.2).',
    mutants: ['mock/oauth-token/issue.ts: false → true'],
  },
  {
    kind: 'equivalent',
    because:
      'The rules before it or behind it refuse the same bodies in the same way, and there is no fault.',
    mutants: [
      'mock/http/json.ts: names?.add → names.add',
      'mock/http/json.ts: isObject(value) && Object.hasOwn(value, name) → isObject(value) || Object.hasOwn(value, name)',
      'mock/operation.ts: { return call.body.value !== undefined && !isObject(call.body.value); } → {}',
      'mock/server.ts: fault === undefined → true',
    ],
  },
  {
    kind: 'equivalent',
    because: 'The exchange of a code looks for it once more and refuses it with the same code.',
    mutants: [
      "selftest/second-provider/token/grants.ts: grant_type === 'authorization_code' && code !== undefined && !world.codes.has(code) → false",
    ],
  },
];

/** What is said of a survivor; undefined where nobody has looked at it. */
export function verdictOn(key: string): Row | undefined {
  return rows.find(({ mutants }) =>
    mutants.some((known) => (typeof known === 'string' ? known === key : known.test(key))),
  );
}
