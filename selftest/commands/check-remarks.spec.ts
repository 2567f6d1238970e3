import { expect, test } from '@playwright/test';
import { remarksOn } from '../../cli/check/remarks.ts';
import { payloadsIn } from '../../cli/check/written.ts';
import { industries } from '../../factories/preferences/industry.ts';
import { preference } from '../../factories/preferences/preference.ts';
import { withBody } from '../../sdk/contract/check.ts';
import { readExact } from '../../sdk/contract/exact-json.ts';
import { judge, judgePayload, payloadChecks } from '../../sdk/contract/judge.ts';
import { bodyRows } from '../sdk/rows/body.ts';
import { jsonRows } from '../sdk/rows/json.ts';
import { sentAs } from '../sdk/sent.ts';

test('a HAR without a request of the six operations, and one that is none, are no pass', () => {
  const refused = (text: string) => () =>
    payloadsIn({ name: 'a.har', bytes: Buffer.from(text) }, 'test-users');

  expect(refused('{"log":{"entries":[{}]}}')).toThrow('a.har holds no payload: none of its 1 requests');
  expect(refused('{"log":')).toThrow('a.har is no HAR, for it has no log.entries');
});

test('broken JSON is a breach at its line and column, in the whole of a file and in a line', async () => {
  const places = (name: string, text: string) =>
    payloadsIn({ name, bytes: Buffer.from(text) }, 'test-users').flatMap((written) =>
      remarksOn(text, written, {}).remarks.map(({ line, column, text }) => `${line}:${column} ${text}`),
    );

  expect(places('a.json', '{\n  "description": "a"\n  "site_id": "MLA"\n}')).toEqual([
    '3:3 body is no JSON: CommaExpected (preamble, exact-json)',
  ]);
  expect(places('a.jsonl', '{"description":"a","site_id":"MLA"}\n{"description":NaN}\n')).toEqual([
    '2:16 body is no JSON: NaN is no JSON value (preamble, exact-json)',
  ]);
  expect(places('a.json', '')).toEqual(['1:1 body is empty (preamble, exact-json)']);
});

test('a secret of a token request is not shown', async () => {
  const text =
    '{"client_id":"1","client_secret":12345678,"grant_type":"refresh_token","refresh_token":["hush-hush-hush"]}';
  const [written] = payloadsIn({ name: 'a.json', bytes: Buffer.from(text) }, 'oauth-token');

  const found = written && remarksOn(text, written, {}).remarks.map(({ text }) => text);

  expect(found).toEqual([
    '/client_secret must be string (2.1, schema)',
    '/refresh_token must be string (2.1, schema)',
  ]);
});

test('a full preference of each industry is complete, and says nothing else', async () => {
  for (const industry of industries) {
    const text = JSON.stringify(preference(industry, { seed: 7 }));
    const [written] = payloadsIn({ name: industry, bytes: Buffer.from(text) }, 'checkout-preferences');

    const found = written && remarksOn(text, written, { industry, strict: true });

    expect(found?.remarks, industry).toEqual([]);
    expect(found?.completeness, industry).toMatchObject({ industry, notSent: [] });
  }
});

test("the examples' event_date of Hospitality is another spelling, not a field of another industry", () => {
  const body = Buffer.from('{"items":[{"category_descriptor":{"event_date":"2026-01-01"}}]}');
  const rules = (industry: 'hospitality' | 'tourism') =>
    judgePayload({ endpoint: 'checkout-preferences', body, json: readExact(body), industry }, true).map(
      ({ judged: { level, rule } }) => `${level} ${rule}`,
    );

  expect(rules('hospitality')).toEqual(['note spelling']);
  expect(rules('tourism')).toEqual(['breach foreign-field']);
});

test('check and the gate say the same of every body that the gate is tried with', () => {
  const rules = new Set(payloadChecks.map(({ rule }) => rule));
  const rows = [...bodyRows, ...jsonRows].filter(
    ({ of, bytes }) => withBody.includes(of) && bytes === undefined,
  );
  expect(rows.length).toBeGreaterThan(40);

  for (const { what, of, body, text } of rows) {
    const request = sentAs({ of, ...(text === undefined ? { body } : { text }) });
    const { endpoint, body: bytes, json } = request;

    const checked = judgePayload({ endpoint, body: bytes, json }, false).map(({ judged }) => judged);

    expect(checked, what).toEqual(judge(request, false).filter(({ rule }) => rules.has(rule)));
  }
});
