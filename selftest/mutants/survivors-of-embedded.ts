import type { Verdict } from './verdict.ts';

/** The survivors of the embedded provider, which is served as every choice's first alternative has it. */
export const survivorsOfEmbedded: readonly Verdict[] = [
  {
    kind: 'equivalent',
    because: 'It stands in an alternative of an open choice that the served form does not take.',
    mutants: [
      /^mock\/http\/errors\.ts: \(words: string\[\]\) => /,
      'mock/http/errors.ts: ({ name }: Rejection) => ({ message: name }) → () => undefined',
      /^mock\/http\/json\.ts: \(value: JsonObject\) => (?:`|JSON\.stringify\((?:Object|value, wide\)\.))/,
      'mock/http/json.ts: \'bigint\' → ""',
      "mock/http/wire.ts: { request_id: 'b6f0c2' } → {}",
      'mock/server.ts: \'gzip\' → ""',
      'mock/http/bearer.ts: \'sandbox\' → ""',
      'mock/operation.ts: \'content-type\' → ""',
      /^mock\/operation\.ts: \/\^application/,
      'mock/server.ts: ({ body }: Call) => JSON.stringify(body.text) → () => undefined',
      'mock/world/identifiers.ts: () => randomUUID() → () => undefined #2',
      'mock/world/identifiers.ts: () => randomUUID().toUpperCase() → () => undefined',
      /^mock\/world\/identifiers\.ts: \(\) => `agr-/,
      /^mock\/world\/timestamp\.ts: (?:'(?:Z|\+00:00|\.001)' → ""|\{ zone: 'Z' \} → \{\})/,
      'mock/world/credentials.ts: 4 * 3600 * 1000 → 4 * 3600 / 1000',
      /^mock\/world\/credentials\.ts: \(\) => freshHex\(\)\.replaceAll/,
      "mock/test-users.ts: ['MPE', 'MLU', 'MLA'] → []",
      /^mock\/test-users\.ts: \(id: number \| bigint\) => `(?!test_user_)/,
      /^mock\/checkout-preferences\/operation\.ts: \/"quantity"/,
      /^mock\/checkout-preferences\/operation\.ts: \{ name: 'the spelling of the examples', .* → \{\}$/,
      /^mock\/wallet-agreements\.ts: \{ name: 'a client\.id that is no number', .* → \{\}$/,
      'mock/wallet-agreements.ts: \'external_flow_id\' → ""',
      /^mock\/point-payment-intents\.ts: \/\^\[0-9a-f\]\{8\}/,
      "mock/operations.ts: cancelledTwice === 'accepted' → cancelledTwice !== 'accepted'",
      'mock/oauth-token/operation.ts: \'refresh_token\' → "" #4',
      /^mock\/oauth-token\/operation\.ts: testTokenMember === 'required' \|\| .* → false$/,
      'mock/oauth-token/grant-checks.ts: \'authorization_code\' → "" #4',
      'mock/oauth-token/grant-checks.ts: \'scope\' → "" #2',
      "mock/oauth-token/grant-checks.ts: textMember(call, 'scope') !== undefined && !isSupported[call.choices.scopeParameter] → false",
      'mock/oauth-token/operation.ts: () => freshHex() → () => undefined',
      'mock/oauth-token/operation.ts: \'grant_type\' → "" #2',
    ],
  },
  {
    kind: 'equivalent',
    because: 'The rules before it or behind it refuse the same bodies in the same way, and there is no fault.',
    mutants: [
      'mock/http/json.ts: names?.add → names.add',
      'mock/http/json.ts: isObject(value) && Object.hasOwn(value, name) → isObject(value) || Object.hasOwn(value, name)',
      'mock/http/json.ts: isObject(value) && Object.hasOwn(value, name) → true',
      'mock/http/json.ts: \'[\' → ""',
      'mock/operation.ts: { return call.body.value !== undefined && !isObject(call.body.value); } → {}',
      'mock/operations.ts: intent !== undefined → true',
      'mock/server.ts: fault === undefined → true',
    ],
  },
  {
    kind: 'equivalent',
    because: 'Faults alone ask whether a byte order mark stood before a body.',
    mutants: ['mock/http/json.ts: marked !== text → false'],
  },
  {
    kind: 'silent',
    because: 'The name of a rule stands in the words of an error alone, and those are not shown (7).',
    mutants: [
      /^mock\/[\w/-]+\.ts: (?!"another user's"|'(?:no test users|no resource|Native web)')(?:'[^']* [^']*'|"[^"]* [^"]*") → ""$/,
      'mock/oauth-token/grant-checks.ts: \'a token of another user\' → ""',
      'mock/operations.ts: owner !== undefined → true',
    ],
  },
  {
    kind: 'silent',
    because:
      'Which wrong values a preference or an agreement refuses is not shown (2.5, 2.7); the right ones are accepted still.',
    mutants: [
      /^mock\/(?:http\/shape|checkout-preferences\/preference-shape)\.ts: /,
      "mock/checkout-preferences/operation.ts: problem === 'a wrong type' → false",
      'mock/wallet-agreements.ts: problem === what → false',
      /^mock\/wallet-agreements\.ts: '(?:number|text)' → ""/,
    ],
  },
  {
    kind: 'silent',
    because: 'No error of a preference is listed, so that none has a code (7).',
    mutants: ['mock/checkout-preferences/operation.ts: \'unauthorized\' → ""'],
  },
  {
    kind: 'silent',
    because: 'Whether an answer is compressed or in chunks, and what stands beside its code, is open.',
    mutants: [
      'mock/server.ts: \'accept-encoding\' → ""',
      "mock/http/wire.ts: choices.compression === 'gzip' && acceptsGzip → choices.compression === 'gzip' || acceptsGzip",
      /^mock\/http\/wire\.ts: \{ const counted = choices\.framing === 'content-length' .* → \{\}$/,
      'mock/http/wire.ts: \'content-length\' → ""',
    ],
  },
  {
    kind: 'silent',
    because: 'What a path answers that is none of the six operations is not shown (4).',
    mutants: ['mock/server.ts: (request, reply) => write(request, reply, nowhere(choices), choices) → () => undefined'],
  },
  {
    kind: 'silent',
    because: 'Whether a second byte order mark is passed over as the first is, is not shown (preamble).',
    mutants: ['mock/http/json.ts: true → false #2'],
  },
  {
    kind: 'silent',
    because: 'A device has any text for its id, and no error is listed for an empty one (4, 7).',
    mutants: [/^mock\/world\/identifiers\.ts: `GERTEC_MP35P__.* → ``$/],
  },
  {
    kind: 'silent',
    because:
      'It takes another alternative of an open choice: what is unmarked, the second use of a code, rotation, forms of time and of header fields.',
    mutants: [
      'mock/world/credentials.ts: verifier === undefined → verifier !== undefined',
      /^mock\/oauth-token\/operation\.ts: testTokenMember === 'required' → /,
      'mock/oauth-token/grant-checks.ts: code.uses >= call.choices.codeUses → code.uses > call.choices.codeUses',
      "mock/oauth-token/operation.ts: refreshedToken === 'rotated' → refreshedToken !== 'rotated'",
      'mock/oauth-token/operation.ts: \'refresh_token\' → "" #2',
      "mock/test-users.ts: { zone: '+00:00', fraction: '.001' } → {}",
      'mock/test-users.ts: true → false #2',
      'mock/http/wire.ts: (name: string) => name.toUpperCase() → () => undefined',
      /^mock\/http\/wire\.ts: \{ const typed = choices\.emptyAnswerType === 'sent'/,
      /^mock\/checkout-preferences\/operation\.ts: \/"\(\?:registration\[_ \]date/,
    ],
  },
  {
    kind: 'silent',
    because: 'Whether a payment intent is cancelled twice, and when 409 is answered, is not shown (3, 7).',
    mutants: ["mock/operations.ts: cancelledTwice !== 'accepted' && is('cancelled')(call) → false"],
  },
  {
    kind: 'silent',
    because:
      'A renewal names the refresh token that was sent, and whether one renews twice is not shown (3); 2.2 says no more than that it is present.',
    mutants: [
      "mock/oauth-token/operation.ts: rule === 'the same' && sent !== undefined → rule === 'the same' || sent !== undefined",
    ],
  },
  {
    kind: 'silent',
    because: 'Which scopes a token has where some are asked for is not shown: 2.1 lists no scope, 2.2 no rule.',
    mutants: ['mock/oauth-token/operation.ts: \'scope\' → ""'],
  },
  {
    kind: 'silent',
    because: 'Which texts test_token has beside false, and whether it may be empty, is not shown (2.1).',
    mutants: ['mock/oauth-token/operation.ts: \'true\' → ""'],
  },
  {
    kind: 'silent',
    because: 'live_mode is a boolean, and which one is not shown (2.2).',
    mutants: ['mock/oauth-token/operation.ts: false → true'],
  },
];
