import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { runSuite } from '../tools/run-suite.ts';

const orders = '--project=instore-orders';

test('a run of one endpoint is INCOMPLETE and green, and its document conforms to its schema', {
  tag: '@slow',
}, async () => {
  const run = await runSuite({ SEED: '7' }, orders);

  const ajv = new Ajv2020({ strict: true });
  addFormats.default(ajv);
  const validate = ajv.compile(JSON.parse(readFileSync(path.join(run.reports, 'conformance.schema.json'), 'utf8')));
  const document = run.document();
  validate(document);
  expect(validate.errors).toBeNull();
  expect([run.code, document.verdict, document.seed, document.target.name]).toEqual([0, 'INCOMPLETE', 7, 'embedded']);
  expect(run.output).toMatch(/^Not selected, or not with all their tests: \d+ of \d+ musts\.$/m);
});

test('CERTIFY=1 fails a run that is INCOMPLETE', { tag: '@slow' }, async () => {
  const run = await runSuite({ CERTIFY: '1' }, orders);

  expect(run.code).toBe(1);
});

test('a broken should is a warning, and STRICT=1 fails the run for it', { tag: '@slow' }, async () => {
  const fault = { MOCK_FAULT: 'order-nothing-done' };

  const lenient = await runSuite(fault, orders);
  const strict = await runSuite({ ...fault, STRICT: '1' }, orders);

  expect(lenient.output).toContain('WARNED ORD-16');
  expect([lenient.code, strict.code]).toEqual([0, 1]);
});

test('a run that exercised nothing fails and is INCOMPLETE', { tag: '@long' }, async () => {
  const run = await runSuite({ BASE_URL: 'http://127.0.0.1:9' }, orders);

  expect(run.code).toBe(1);
  expect(run.document().verdict).toBe('INCOMPLETE');
  expect(run.output.replace(/\s+/g, ' ')).toContain(
    'the state "an open in-store order" needs STATE_AN_OPEN_IN_STORE_ORDER__USER_ID',
  );
  expect(run.document().requirements.find(({ id }) => id === 'ORD-01')?.cause).toMatchObject({
    kind: 'state unset',
    state: 'an open in-store order',
  });
});
