import assert from 'node:assert/strict';
import { expect, test } from '@playwright/test';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { type Depth, depths } from '#api/register';
import { type InvalidBody, listInvalidBodies } from '#factories/invalid-bodies';
import type { JsonObject } from '#factories/json';
import { alikeUris, nearIds, otherUris } from '#factories/near-misses/identifiers';
import { alikeTexts, type Miss, nearMisses, nearTokens, otherTexts, withOtherEnd } from '#factories/near-misses/texts';
import { fields, type Schema } from '#factories/preferences/fields';
import { industries, industriesWith, industrySchema } from '#factories/preferences/industry';
import { invalidPreferences, listInvalid } from '#factories/preferences/invalid';
import { preference } from '#factories/preferences/preference';
import { validPreferences } from '#factories/preferences/valid';
import { agreement, testUser } from '#factories/request-bodies';
import schema from '#schemas/checkout-preferences/request.json' with { type: 'json' };
import tokenSchema from '#schemas/oauth-token/request.json' with { type: 'json' };
import userSchema from '#schemas/test-users/request.json' with { type: 'json' };
import agreementSchema from '#schemas/wallet-agreements/request.json' with { type: 'json' };

const getNames = (seed: number, depth: Depth): string[] => invalidPreferences(seed, depth).map(({ name }) => name);

const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false });
addFormats.default(ajv);

const texts = Object.fromEntries(Object.keys(tokenSchema.properties).map((name) => [name, 'text']));

/** Every schema of a body, with a function that draws a valid body. */
const bodies: readonly (readonly [name: string, schema: Schema, draw: (seed: number) => JsonObject])[] = [
  ['oauth-token', tokenSchema, () => ({ ...texts, grant_type: 'refresh_token', scope: 'read' })],
  ['test-users', userSchema, (seed) => ({ ...testUser(`buyer ${seed}`) })],
  ['wallet-agreements', agreementSchema, (seed) => agreement(`flow ${seed}`)],
  ...industries.map(
    (industry) => [industry, industrySchema(industry), (seed: number) => preference(industry, { seed })] as const,
  ),
];

for (const [name, schema, draw] of bodies) {
  test(`a body of ${name} is valid, and each break of it breaks what it names and nothing else`, () => {
    const validate = ajv.compile({ ...schema, $id: `a body of ${name}` });
    const isExact = fc.property(fc.nat(), (seed) => {
      const base = draw(seed);
      const before = JSON.stringify(base);

      assert(validate(base), ajv.errorsText(validate.errors));
      for (const broken of listInvalidBodies(schema, base)) assertOneBreak(validate, broken);
      assert.equal(JSON.stringify(base), before);
    });

    fc.assert(isExact, { numRuns: 8 });
  });

  test(`every keyword of ${name} that can be broken is broken at every place`, () => {
    const found = listInvalidBodies(schema, draw(1)).map(({ keyword, pointer }) => `${keyword} ${pointer}`);

    expect([...new Set(found)].toSorted()).toEqual(getKeywords(schema).toSorted());
  });
}

function assertOneBreak(validate: ValidateFunction, { name, keyword, pointer, body }: InvalidBody): void {
  validate(body);
  const found = (validate.errors ?? []).map((error) => `${error.keyword} ${error.instancePath}`);
  assert.deepEqual([...new Set(found)], [`${keyword} ${pointer}`], name);
}

/** Returns the keywords of a schema that can be violated, each with its place. */
function getKeywords(schema: Schema): string[] {
  return [{ pointer: '', schema }, ...fields(schema)].flatMap((place) =>
    ['type', 'enum', 'format', 'pattern', 'required', 'additionalProperties']
      .filter((keyword) => keyword in place.schema)
      .map((keyword) => `${keyword} ${place.pointer}`),
  );
}

const general = ajv.compile({ ...schema, $id: 'any preference' });
const rows = new Map(industries.map((industry) => [industry, ajv.compile(exact(industrySchema(industry)))]));

test('every valid preference conforms to the schema and has exactly the fields of its row', () => {
  const conforms = fc.property(fc.constantFrom(...industries), fc.nat(), (industry, seed) => {
    const row = rows.get(industry);
    assert(row);
    for (const { name, body } of validPreferences(industry, seed)) {
      assert(general(body), `${name}: ${ajv.errorsText(general.errors)}`);
      assert(row(body), `${name}: ${ajv.errorsText(row.errors)}`);
    }
  });

  fc.assert(conforms, { numRuns: 200 });
});

test('each valid preference differs from the full one, under a name of its own', () => {
  for (const industry of industries) {
    const cases = validPreferences(industry, 3);

    expect(cases[0]?.name).toBe('full');
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
    expect(new Set(cases.map(({ body }) => JSON.stringify(body))).size).toBe(cases.length);
  }
});

/** Returns the schema with every field required and no other field allowed. */
function exact(schema: Schema): object {
  if (schema.items) return { ...schema, items: exact(schema.items) };
  if (!schema.properties) return schema;
  const members = Object.entries(schema.properties).map(([name, field]) => [name, exact(field)]);
  return {
    ...schema,
    $id: undefined,
    properties: Object.fromEntries(members),
    required: Object.keys(schema.properties),
    additionalProperties: false,
  };
}

test('each distinct bad preference is sent once, in an industry that has its field', () => {
  const all = invalidPreferences(1, 'full');
  const ofEach = industries.flatMap((industry) => listInvalid(industry, { seed: 1 }));

  expect(all.map(({ name }) => name).toSorted()).toEqual([...new Set(ofEach.map(({ name }) => name))].toSorted());
  for (const { path, industry, name } of all)
    if (path !== 'body') expect(industriesWith(path), name).toContain(industry);
});

test('the bad preferences are spread over all industries', () =>
  expect(new Set(invalidPreferences(1).map(({ industry }) => industry)).size).toBe(industries.length));

test('each depth sends what the smaller one sends and more, the same ones for every seed', () => {
  const [smoke, standard, full] = [getNames(1, 'smoke'), getNames(1, 'standard'), getNames(1, 'full')];

  expect(standard).toEqual(expect.arrayContaining(smoke));
  expect(full).toEqual(expect.arrayContaining(standard));
  expect(smoke.length).toBeLessThan(60);
  expect(standard.length).toBeLessThan(350);
  expect(depths.map((depth) => getNames(99, depth))).toEqual([smoke, standard, full]);
});

const lists = { otherTexts, alikeTexts, otherUris, alikeUris };

test('no near miss is the text itself, empty or there twice', () => {
  const misses = fc.property(fc.string(), fc.constantFrom(...Object.values(lists)), (text, ways) => {
    const values = nearMisses(ways, text).map(({ value }) => value);

    assert.equal(new Set(values).size, values.length);
    assert(!values.includes(text) && !values.includes(''));
  });

  fc.assert(misses);
});

for (const [name, ways] of Object.entries(lists))
  test(`each of ${name} has a name of its own and misses a usual text`, () => {
    const usual = [
      ...['APP_USR-8701012051267123-112122-0f3a9c4d5e6f-99', 'https://seller.example/callback/7'],
      ...['https://seller.example/callback/7?shop=1', '%41-1', '7'],
    ];
    const idle = ways.filter(({ of }: Miss) => usual.every((text) => of(text) === text));

    expect(new Set(ways.map((way) => way.name)).size).toBe(ways.length);
    expect(idle.map((way) => way.name)).toEqual([]);
  });

test('a URI that is written in another way is the same URI to who normalises it, and another one is not', () => {
  const right = 'https://seller.example/callback/7';
  const same = ({ value }: { value: string }) => URL.canParse(value) && new URL(value).href === right;
  const alike = nearMisses(alikeUris, right).filter((near) => !same(near));

  // The URL of browsers does neither: RFC 3986 (6.2.2.2) decodes a letter, and NFKC narrows full-width characters.
  const others = ['with a letter of its path percent-encoded', 'with its path in full-width characters'];
  expect(alike.map(({ name }) => name)).toEqual(others);
  expect(nearMisses(otherUris, right).filter(same)).toEqual([]);
});

test('what stands in a header or a path is nothing that cannot', () => {
  const fits = fc.property(fc.string({ unit: 'grapheme' }), (text) => {
    for (const { value } of nearTokens(text)) assert.match(value, /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/);
    for (const { value } of nearIds(text)) assert(value !== '.' && value !== '..' && !value.includes('\0'));
  });

  fc.assert(fits);
});

test('another last character changes what a base64 text says, of each length and with each end', () => {
  for (const length of [15, 16, 17, 32])
    for (let end = 0; end < 256; end += 1) {
      const right = Buffer.from([...Array(length).fill(7), end]).toString('base64url');
      expect(Buffer.from(withOtherEnd(right), 'base64url'), right).not.toEqual(Buffer.from(right, 'base64url'));
    }
});
