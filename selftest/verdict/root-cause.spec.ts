import { expect, test } from '@playwright/test';
import type { Problem } from '#api/cause';
import { type FailedTest, findRootCauses } from '#results/finished-test';

const rows: Readonly<Record<string, readonly string[]>> = { 'TOK-02': ['TOK-14'], 'TOK-08': ['TOK-02'] };
const dependsOn = (id: string) => rows[id] ?? [];

/** Returns a failed test of a requirement whose response has these problems. */
function failed(id: string, status: number, problems: readonly Problem[], industry?: string): FailedTest {
  return { ids: [id], industry, exchanges: [{ method: 'POST', path: '/oauth/token', status, problems }] };
}

const missing = (name: string): Problem<'schema'> => ({
  kind: 'schema',
  pointer: '',
  keyword: 'required',
  rule: '#/required',
  wanted: `must have required property '${name}'`,
  got: '{}',
});
const wrongType: Problem = { ...missing(''), pointer: '/scope', wanted: 'must be string', got: '7' };
const rejected: Problem = { kind: 'status', wanted: 'success', got: 500 };
const control: Problem = { kind: 'control', got: 500, requirement: 'TOK-01' };
const about = (field: string): Problem => ({ kind: 'fact', wanted: `another ${field}`, got: 'nothing', field });
const notJson: Problem = { kind: 'json', got: '<h1>' };

for (const [name, other, problems, cause] of [
  ['the same field is missing', [missing('scope')], [missing('scope')], 'TOK-02'],
  ['another field is missing', [missing('scope')], [missing('user_id')], undefined],
  ['a fact is about a field that is missing', [missing('scope')], [about('scope')], 'TOK-02'],
  ['a fact is about another field', [missing('scope')], [about('user_id')], undefined],
  ['the same type is wrong', [wrongType], [wrongType], 'TOK-02'],
  ['neither is JSON', [notJson], [notJson], 'TOK-02'],
  ['more is wrong', [wrongType], [wrongType, missing('scope')], undefined],
] satisfies [string, Problem[], Problem[], string | undefined][])
  test(`where ${name} the root cause is ${cause ?? 'its own'}`, () => {
    const own = failed('TOK-08', 200, problems);

    expect(findRootCauses([own, failed('TOK-02', 200, other)], dependsOn).get(own)).toBe(cause);
  });

test('a valid request that fails as its control does is reported under the control', () => {
  const own = failed('TOK-08', 500, [rejected, control]);

  expect(findRootCauses([own], dependsOn).get(own)).toBe('TOK-01');
});

test('an invalid request that fails otherwise than its control is its own root cause', () => {
  const own = failed('TOK-08', 503, [{ kind: 'status', wanted: 400, got: 503 }, control]);

  expect(findRootCauses([own], dependsOn).get(own)).toBeUndefined();
});

test('a root cause is followed to the requirement that fails on its own account', () => {
  const own = failed('TOK-08', 200, [notJson]);
  const all = [own, failed('TOK-02', 200, [notJson]), failed('TOK-14', 200, [notJson])];

  expect(findRootCauses(all, dependsOn).get(own)).toBe('TOK-14');
});

test('another status, operation or industry is another failure', () => {
  const own = failed('TOK-08', 500, [rejected], 'retail');
  const others = [
    failed('TOK-02', 502, [{ ...rejected, got: 502 }]),
    { ...failed('TOK-02', 500, [rejected]), exchanges: [{ ...own.exchanges[0], path: '/users/test' }] },
    failed('TOK-02', 500, [rejected], 'tourism'),
  ];

  for (const other of others) expect(findRootCauses([own, other as FailedTest], dependsOn).size).toBe(0);
});
