import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { editorSchemas } from '../../cli/schemas.ts';
import { contradictingPreferences } from '../../factories/preferences/contradictions.ts';
import { foreignFields } from '../../factories/preferences/field-sets.ts';
import { industries } from '../../factories/preferences/industry.ts';
import { invalidPreferencesOf } from '../../factories/preferences/invalid.ts';
import { validPreferences } from '../../factories/preferences/valid.ts';
import { withBody } from '../../sdk/contract/check.ts';
import { readExact } from '../../sdk/contract/exact-json.ts';
import { judgePayload } from '../../sdk/contract/judge.ts';
import { bodyRows } from '../sdk/rows/body.ts';
import { good } from '../sdk/sent.ts';
import { ownFolder } from '../tools/own-folder.ts';
import { runCommand } from '../tools/run-command.ts';

const ajv = new Ajv2020({ strict: true, strictRequired: false, keywords: ['deprecationMessage'] });
addFormats.default(ajv);
const validators = Object.fromEntries(
  Object.entries(editorSchemas()).map(([name, schema]): [string, ValidateFunction] => [
    name,
    ajv.compile(schema),
  ]),
);
const bySchema = new Set(['schema', 'number-as-text', 'unsupported-parameter']);

function breaksFor(endpoint: (typeof withBody)[number], value: unknown): boolean {
  const body = Buffer.from(JSON.stringify(value));
  const held = judgePayload({ endpoint, body, json: readExact(body) }, false);
  return held.some(({ judged: { level, rule } }) => level === 'breach' && bySchema.has(rule));
}

test('an editor underlines as wrong what check calls a breach, and nothing else', () => {
  const others = [...contradictingPreferences(7), ...foreignFields(7)];
  for (const industry of ['tourism', 'direct-sale', 'hospitality'] as const) {
    const broken = invalidPreferencesOf(industry, 7, 'smoke').flatMap((one) =>
      one.kind === 'break' ? [one] : [],
    );
    const payloads = [
      ...validPreferences(industry, 7),
      ...broken,
      ...others.filter((one) => one.industry === industry),
    ];
    expect(broken.length).toBeGreaterThan(10);

    for (const { name, body } of payloads)
      expect(validators[`checkout-preferences.${industry}`]?.(body), `${industry}: ${name}`).toBe(
        !breaksFor('checkout-preferences', body),
      );
  }
  for (const { what, of, body } of bodyRows.filter(
    (row) => withBody.includes(row.of) && row.body !== undefined,
  ))
    expect(validators[of]?.(body), what).toBe(!breaksFor(of, body));
  for (const endpoint of withBody) expect(validators[endpoint]?.(good(endpoint).body), endpoint).toBe(true);
});

test('schemas writes a file a payload, and which of them an editor holds a file against', async () => {
  const reports = ownFolder('schemas');

  const { code, stdout, stderr } = await runCommand('schemas', [], { REPORTS_DIR: reports });

  const folder = path.join(reports, 'schemas');
  const names = Object.keys(editorSchemas());
  const written = [...names.map((name) => `${name}.json`), 'vscode.json'];
  expect({ code, stderr, written: readdirSync(folder).sort() }).toEqual({
    code: 0,
    stderr: '',
    written: written.sort(),
  });
  expect(stdout.split('\n')).toContain(path.join(folder, 'checkout-preferences.tourism.json'));
  const associations = JSON.parse(readFileSync(path.join(folder, 'vscode.json'), 'utf8'))['json.schemas'];
  expect(associations).toContainEqual({
    fileMatch: ['*.tourism.json'],
    url: `file://${folder}/checkout-preferences.tourism.json`,
  });
  expect(names).toHaveLength(withBody.length + industries.length);
});

test('what check calls a note an editor shows as a warning', () => {
  const tourism = editorSchemas()['checkout-preferences.tourism'];
  const warning = (deprecationMessage: string) =>
    expect.objectContaining({ deprecated: true, deprecationMessage });

  expect(tourism?.additionalProperties).toEqual(warning('is listed nowhere'));
  expect(tourism?.properties?.payer?.properties?.surname).toEqual(
    warning('is spelled otherwise than in the tables, which have last_name'),
  );
  expect(tourism?.properties?.items?.items?.properties?.warranty).toEqual(warning('is no field of tourism'));
  expect(tourism?.properties?.items?.items?.properties?.description).toEqual({ type: 'string' });
});
