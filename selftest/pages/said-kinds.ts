import type { Problem, ProblemKind, SkipKind, SkipReason } from '#api/cause';
import { noFloor } from '#client/result/coverage';
import { resultOf } from '#client/result/result';
import { outageWords } from '#http/outage';

/** One of each kind that can keep a test from telling anything. */
export const hindrances: { readonly [Kind in SkipKind]: SkipReason<Kind> } = {
  'state refused': { kind: 'state refused', state: 'an application', status: 404 },
  'state unset': { kind: 'state unset', state: 'an application', variables: ['STATE_X'] },
  'state incomplete': {
    kind: 'state incomplete',
    state: 'an application',
    from: 'x lacks',
    missing: ['code'],
  },
  'state shared': { kind: 'state shared', state: 'an application' },
  'state used up': { kind: 'state used up', state: 'an application', values: 2 },
  'state garbled': { kind: 'state garbled', state: 'an application', name: 'code' },
  'one seller': { kind: 'one seller', states: ['an application', 'another application'] },
  'states broken': { kind: 'states broken', state: 'an application', url: 'http://x', status: 500 },
  'states out of reach': { kind: 'states out of reach', url: '', why: 'it ended with 1' },
  budget: { kind: 'budget', variable: 'BUDGET=test-users', most: 2, spent: 1, per: 'week' },
  guard: { kind: 'guard', why: 'a live token', isFinal: true },
  sandbox: { kind: 'sandbox', endpoint: 'test-users', header: 'x-test-scope', value: 'sandbox' },
  path: { kind: 'path', parameter: 'device_id', value: '..' },
  capability: { kind: 'capability', without: ['state'], isUnproven: true },
  'failed control': { kind: 'failed control', requirement: 'TOK-01' },
  busy: { kind: 'busy', status: 429, wait: { asked: 90, longest: 30 } },
  'out of reach': {
    kind: 'out of reach',
    failure: { lack: 'silent', code: 'no answer', words: 'no answer within 5 s (timed out)' },
  },
  'not recorded': { kind: 'not recorded', asked: 'POST /oauth/token' },
  clock: { kind: 'clock', ours: '10:00', theirs: '11:00' },
  outage: {
    kind: 'outage',
    words: outageWords('http://x', { code: 'nothing', words: 'every operation is answered 404' }),
  },
  'suite error': { kind: 'suite error', words: 'ENOSPC' },
  'left out': { kind: 'left out', words: 'only 1 of 2 tests: not all of its scenarios were played' },
  'cut short': { kind: 'cut short', words: 'the run was interrupted before its end' },
  'worker lost': { kind: 'worker lost', words: 'code=null, signal=SIGKILL' },
  'not asked': { kind: 'not asked', words: 'the test did not run' },
};

/** One of each kind that can be wrong with an answer; what the schema check says is shown unchanged. */
export const problems: { readonly [Kind in Exclude<ProblemKind, 'schema' | 'other'>]: Problem<Kind> } = {
  status: { kind: 'status', wanted: 'success', got: 500 },
  json: { kind: 'json', flaw: 'is cut off', got: '{"a' },
  'media type': { kind: 'media type', got: null },
  code: { kind: 'code', wanted: ['invalid_grant'], got: 'invalid_request' },
  label: { kind: 'label', wanted: 'bad_request', got: 'cancel_error' },
  fact: { kind: 'fact', wanted: 'another id', got: '7' },
  control: { kind: 'control', got: 500, requirement: 'TOK-01' },
  negativeControl: { kind: 'negativeControl', requirement: 'TOK-01' },
  smallest: { kind: 'smallest', members: { '/title': '' } },
};

/** A run of the gate that nothing came to but what cannot be read. */
export const gateResult = resultOf(
  { way: 'proxy', strict: false, command: { words: ['true'] } },
  {
    requests: [],
    strays: [{ number: 1, at: '', kind: 'malformed-request', text: 'is no JSON' }],
    refused: ['GET example.org/'],
    passed: [],
    errors: ['none'],
    rounds: [
      { name: 'conformant', endpoint: null, survived: true, code: 0, timedOut: false, milliseconds: 1 },
      { name: 'conformant', endpoint: null, survived: false, code: null, timedOut: true, milliseconds: 1 },
    ],
  },
  { started: '', ignoreExit: false, interrupted: true, floor: noFloor },
);
