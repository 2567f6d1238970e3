import type { Verdict } from './verdict.ts';

/** The survivors of the second provider, which is served in its plain form. */
export const survivorsOfSecond: readonly Verdict[] = [
  {
    kind: 'equivalent',
    because: 'It stands in an alternative of an open choice that the plain form does not take.',
    mutants: [
      /^selftest\/second-provider\/http\/timestamps\.ts: (?:\/\^\(\[\+-\]\)|sign === '-' → |Number\(hours \?\? 0\) \* 60 \+ |at\.getTime\(\) \+ minutesOf)/,
      /^selftest\/second-provider\/http\/replies\.ts: \(label(?:: string\) => label\.split|\) => words\(label\))/,
      'selftest/second-provider/http/errors.ts: Object.entries(more).filter(([name]) => !(name in body)) → Object.entries(more)',
      "selftest/second-provider/http/errors.ts: { href: '/' } → {}",
      'selftest/second-provider/http/errors.ts: () => ({ ...body, ...extras }) → () => undefined',
      'selftest/second-provider/http/errors.ts: \'empty\' → ""',
      /^selftest\/second-provider\/http\/errors\.ts: body === null → /,
      /^selftest\/second-provider\/http\/wire\.ts: \(body\) => JSON\.stringify\(body\)\.replace\(/,
      "selftest/second-provider/http/wire.ts: wire.headers === 'usual' → true",
      "selftest/second-provider/http/wire.ts: request.headers['accept-encoding'] ?? '' → request.headers['accept-encoding'] && ''",
      "selftest/second-provider/http/json-text.ts: call.form.wire.requestMediaType === 'json only' && !isSentAsJson(call) → false",
      "selftest/second-provider/http/bearer.ts: token.test && form.credentials.testTokens === 'refused' → false",
      'selftest/second-provider/token/credentials.ts: () => digits(30) → () => undefined',
      /^selftest\/second-provider\/token\/credentials\.ts: \(\) => `k\$/,
      "selftest/second-provider/token/credentials.ts: credentials.secrets === 'plain' → true",
      'selftest/second-provider/token/token-parameters.ts: \'refused\' → ""',
      "selftest/second-provider/token/grants.ts: given.redirect_uri === undefined && form.token.redirectUri === 'mandatory' → false",
      "selftest/second-provider/token/grants.ts: form.token.testToken === 'TEST' && given.test_token === 'true' → false",
      'selftest/second-provider/token/grants.ts: \'TEST\' → ""',
      "selftest/second-provider/token/token.ts: () => ({ 'Retry-After': new Date(Date.now() + 1000).toUTCString() }) → () => undefined",
      'selftest/second-provider/token/token.ts: \'refused\' → ""',
      "selftest/second-provider/token/token.ts: form.token.testToken === 'refused' && test_token !== undefined && test_token !== 'false' → false",
      'selftest/second-provider/token/token.ts: \'not offered\' → ""',
      /^selftest\/second-provider\/token\/token\.ts: \{ const code = world\.codes\.get\(given\.code \?\? ''\); if \(c .* 'burnt'\) code\.burnt = true; \} → \{\}$/,
      /^selftest\/second-provider\/token\/token\.ts: reply\.status >= 400 → /,
      /^selftest\/second-provider\/preferences\.ts: types === 'lenient' \|\| .* → true$/,
      'selftest/second-provider/agreements.ts: \'number\' → ""',
      'selftest/second-provider/agreements.ts: \'text\' → "" #3',
      "selftest/second-provider/agreements.ts: { validation_amount: 'number', description: 'text' } → {}",
      'selftest/second-provider/agreements.ts: lacksAMember || strange → lacksAMember && strange',
      "selftest/second-provider/agreements.ts: id === null || id === '' → id === null && id === ''",
      'selftest/second-provider/agreements.ts: id === null → id !== null',
      'selftest/second-provider/agreements.ts: \'client.id\' → ""',
      "selftest/second-provider/orders.ts: (text) => text.trim() !== '' && Number.isFinite(Number(text)) → () => undefined",
      'selftest/second-provider/orders.ts: !mayTouch(call, token, Number(user)) → false',
    ],
  },
  {
    kind: 'equivalent',
    because: 'The same bytes come in two pieces, or after a wait of no time.',
    mutants: [
      "selftest/second-provider/http/wire.ts: wire.framing === 'chunked' && bytes.length > 1 → true",
      'selftest/second-provider/http/wire.ts: wire.delay > 0 → wire.delay <= 0',
    ],
  },
  {
    kind: 'equivalent',
    because: 'The exchange of a code looks for it once more and refuses it with the same code.',
    mutants: [
      "selftest/second-provider/token/grants.ts: grant_type === 'authorization_code' && code !== undefined && !world.codes.has(code) → false",
      'selftest/second-provider/token/grants.ts: code !== undefined → code === undefined',
    ],
  },
  {
    kind: 'equivalent',
    because: 'A rule before it or behind it refuses the same requests in the same way.',
    mutants: [
      'selftest/second-provider/token/token.ts: client_id === undefined → false',
      'selftest/second-provider/token/token.ts: client_id === undefined || client_secret === undefined → false',
      'selftest/second-provider/token/grants.ts: code !== undefined → true',
      'selftest/second-provider/token/grants.ts: found === undefined → false',
      'selftest/second-provider/http/json-text.ts: depth === 1 → true',
      "selftest/second-provider/http/json-text.ts: token === '}' || token === ']' → false",
      'selftest/second-provider/test-users.ts: site_id === undefined → false',
      'selftest/second-provider/orders.ts: order?.standing → order.standing #3',
    ],
  },
  {
    kind: 'silent',
    because: 'Which wrong values a preference or an agreement refuses is not shown (2.5, 2.7).',
    mutants: [/^selftest\/second-provider\/(?:field-kinds|preference-fields)\.ts: /],
  },
  {
    kind: 'silent',
    because: 'What stands beside the code of an error, and in which words, is not shown (7).',
    mutants: [
      /^selftest\/second-provider\/http\/errors\.ts: \{ error: null, warnings: \[\]/,
      'selftest/second-provider/http/errors.ts: \'请再试一次\' → ""',
    ],
  },
  {
    kind: 'silent',
    because: 'How a body is framed and how header fields are spelled is left to HTTP, as are more of them.',
    mutants: [
      "selftest/second-provider/http/wire.ts: wire.headers === 'usual' → wire.headers !== 'usual'",
      'selftest/second-provider/http/wire.ts: \'usual\' → ""',
      /^selftest\/second-provider\/http\/wire\.ts: status === 204 → /,
    ],
  },
  {
    kind: 'silent',
    because: 'Whether a code is good twice, what a second use ends and what a refusal leaves of it is not shown (3).',
    mutants: [
      'selftest/second-provider/token/grants.ts: !again && !code.burnt → true',
      "selftest/second-provider/token/grants.ts: code.spent && form.token.codeReuse === 'revokes the grant' → code.spent || form.token.codeReuse === 'revokes the grant'",
      "selftest/second-provider/token/token.ts: code !== undefined && form.token.codeAfterFailure === 'burnt' → code !== undefined || form.token.codeAfterFailure === 'burnt'",
    ],
  },
  {
    kind: 'silent',
    because: 'Whether a code is good still when its ten minutes end, to the millisecond, is not shown (8).',
    mutants: [
      'selftest/second-provider/token/grants.ts: Date.now() - code.at < tenMinutes → Date.now() - code.at <= tenMinutes',
    ],
  },
  {
    kind: 'silent',
    because: 'Whether a refresh_token that is not marked is missing or no good grant is not shown (2.1, 7).',
    mutants: ['selftest/second-provider/token/grants.ts: refresh_token === undefined → false'],
  },
  {
    kind: 'silent',
    because: 'Whether a parameter that is null or empty is missing, a value or nothing is not shown (2.1, 7).',
    mutants: [
      "selftest/second-provider/token/token-parameters.ts: token.emptyText === 'missing' → token.emptyText !== 'missing'",
      'selftest/second-provider/token/token-parameters.ts: !known.has(name) → known.has(name)',
    ],
  },
  {
    kind: 'silent',
    because:
      'Whether a scope may be asked for, which one an application may have, and whether the token has it, is not shown (2.1, 2.2, 5).',
    mutants: [
      'selftest/second-provider/token/token-parameters.ts: \'scope\' → ""',
      'selftest/second-provider/token/token.ts: (word) => allowed.includes(word) → () => undefined',
      'selftest/second-provider/token/token.ts: \'offline_access\' → ""',
      'selftest/second-provider/token/token.ts: \'write\' → ""',
      'selftest/second-provider/token/grants.ts: \'granted\' → ""',
    ],
  },
  {
    kind: 'silent',
    because: 'live_mode is a boolean, and which one is not shown (2.2).',
    mutants: ['selftest/second-provider/token/grants.ts: \'yes\' → ""'],
  },
  {
    kind: 'silent',
    because: 'The complete list of sites is not shown (2.3).',
    mutants: [
      "selftest/second-provider/test-users.ts: user !== undefined && unknownSite === 'refused' && !sites.includes(user.site_id) → false",
    ],
  },
  {
    kind: 'silent',
    because: 'What a second cancellation answers, and another value of x-test-scope, is not shown (3, 4, 7).',
    mutants: [
      'selftest/second-provider/payment-intents.ts: again !== 200 → again === 200',
      "selftest/second-provider/payment-intents.ts: otherTestScopes === 'refused' && scope !== undefined → otherTestScopes === 'refused' || scope !== undefined",
    ],
  },
  {
    kind: 'silent',
    because: 'What a client.id answers that is no number is not shown (4, 7).',
    mutants: ['selftest/second-provider/agreements.ts: \'optional\' → "" #2'],
  },
];
