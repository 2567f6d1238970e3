import assert from 'node:assert/strict';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { type Miss, nearMisses } from '#factories/near-miss';
import { nearIds } from '#factories/near-misses/ids';
import { alikeTexts, nearTokens, otherTexts } from '#factories/near-misses/texts';
import { alikeUris, otherUris } from '#factories/near-misses/uris';

const lists = { otherTexts, alikeTexts, otherUris, alikeUris };

test('no near miss is the text itself, empty or there twice', () => {
  const misses = fc.property(fc.string(), fc.constantFrom(...Object.values(lists)), (text, ways) => {
    const values = nearMisses(ways, text).map(({ value }) => value);

    assert.equal(new Set(values).size, values.length);
    assert(!values.includes(text) && !values.includes(''));
  });

  fc.assert(misses);
});

for (const [name, ways] of Object.entries(lists)) {
  test(`each of ${name} has a name of its own and misses a usual text`, () => {
    const usual = [
      'APP_USR-8701012051267123-112122-0f3a9c4d5e6f-99',
      'https://seller.example/callback/7',
      'https://seller.example/callback/7?shop=1',
      '%41-1',
      '7',
    ];
    const idle = ways.filter(({ of }: Miss) => usual.every((text) => of(text) === text));

    expect(new Set(ways.map((way) => way.name)).size).toBe(ways.length);
    expect(idle.map((way) => way.name)).toEqual([]);
  });
}

test('a URI that is written in another way is the same URI to who normalises it, and another one is not', () => {
  const right = 'https://seller.example/callback/7';
  const same = ({ value }: { value: string }) => URL.canParse(value) && new URL(value).href === right;
  const alike = nearMisses(alikeUris, right).filter((near) => !same(near));

  // The URL of browsers leaves a percent-encoded letter as it is; RFC 3986 (6.2.2.2) decodes it.
  expect(alike.map(({ name }) => name)).toEqual(['with a letter of its path percent-encoded']);
  expect(nearMisses(otherUris, right).filter(same)).toEqual([]);
});

test('what stands in a header or a path is nothing that cannot', () => {
  const fits = fc.property(fc.string({ unit: 'grapheme' }), (text) => {
    for (const { value } of nearTokens(text)) assert.match(value, /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/);
    for (const { value } of nearIds(text)) assert(value !== '.' && value !== '..' && !value.includes('\0'));
  });

  fc.assert(fits);
});
