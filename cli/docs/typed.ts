/** What a newcomer types wrong, in a checkout; where it needs a target, the embedded provider stands at port 4010. */
export interface Typed {
  readonly line: string;
  /** Which line says what is wrong, where the run says more; nothing: the only one. */
  readonly says?: RegExp;
}

/** Asked before anything is sent, so that each answers at once. */
export const refused: readonly Typed[] = [
  'PROVIDER_STATES_URL=http://127.0.0.1:8080/_states npm run conformance',
  'TARGET=staging npm run conformance',
  'STATE_AN_ACCESS_TOKEN__USER_ID=7 npm run conformance',
  'BASEURL=http://127.0.0.1:8080 npm run conformance',
  'STRCIT=1 npm run conformance',
  'PROVIDER_STATE_URL=http://127.0.0.1:8080/_states npm run conformance',
  'STATE_AN_ACCESS_TOKEN__TOKEN=x npm run conformance',
  'STATE_A_TOKEN__CODE=x npm run conformance',
  'BASE_URL=127.0.0.1:8080 npm run conformance',
  'BASE_URL=https://sandbox.example/api npm run conformance',
  'DEPTH=deep npm run conformance',
  'EXTRA_CA=nowhere.pem npm run conformance',
  'DRIFT=fail LEDGERS_DIR=nowhere npm run conformance',
  'DEBUG=pw:api npm run conformance',
  'npm run conformance -- --retries=2',
  'npm run conformance -- --project=oauth',
  'npm run conformance -- --grep @TOK-999',
  'npm run conformance -- --shard=4/3',
  'npm run conformance -- --reporter=html',
  'npm run conformance -- --reports-dir /proc/nope',
  'npm run conformance -- gaet',
  'npm run conformance -- --bogus',
  'npm run conformance -- merge nowhere',
  'npm run mock -- --port x',
  'npm run mock -- --address nowhere',
  'npm run gate -- nowhere.json',
  'npm run report',
  'npm run statement',
  'npm run ledger -- accept',
  'npm run sdk',
].map((line) => ({ line }));

/** What a run finds when it meets its target. */
export const met: readonly Typed[] = [
  { line: 'npm run mock' },
  { line: 'BASE_URL=http://127.0.0.1:1 npm run conformance', says: /^OUTAGE: / },
  {
    line: 'BASE_URL=http://127.0.0.1:4010/v2 PROVIDER_STATES_URL=http://127.0.0.1:4010/_states npm run conformance',
    says: /^OUTAGE: /,
  },
  {
    line: 'BASE_URL=http://127.0.0.1:4010 PROVIDER_STATES_URL=http://127.0.0.1:1/_states npm run conformance',
    says: /^OUTAGE: /,
  },
  {
    line: 'BASE_URL=http://127.0.0.1:4010 PROVIDER_STATES_URL=http://127.0.0.1:4010/states npm run conformance -- --project=instore-orders',
    says: /^Every provider state /,
  },
  { line: 'npm run conformance -- --grep no-such-words', says: /^ERROR of the suite: / },
];
