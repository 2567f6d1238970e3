import { expect, test } from '@playwright/test';
import { isIso8601, isRfc3339 } from '#api/values/formats';
import { fractionsKept, numbersAsText } from '#api/values/json';

const both = ['2026-11-21T22:05:00Z', '2028-02-29T23:59:59.999999999-03:30', '2016-12-31T23:59:60+00:00'];
const iso = [
  ...['2026-11-21T22:05:00,123-04:00', '20261121T220500Z', '20261121T220500.5-0400', '2026-11-21T22:05Z'],
  ...['2026-11-21T22Z', '2026-11-21T22,5+01:00', '2026-11-21T22:05:00-04', '2026-11-21T22:05:00-0400'],
  ...['2026-11-21T22:05:00\u221204:00', '2026-W47-6T10:00:00Z', '2028-366T10:00:00+05:30'],
];
const neither = [
  ...['2026-11-21 22:05:00Z', '2026-11-21T22:05:00', '2026-11-21', '2026-02-29T10:00:00Z', '2026-366T10:00:00Z'],
  ...['2026-13-01T10:00:00Z', '2026-11-21T25:00:00Z', '2026-11-21T22:60:00Z', '20261121T22:05:00Z'],
  ...['Sat, 21 Nov 2026 22:05:00 GMT', '1795298700', ''],
];

test('a time stamp of ISO 8601 is one in every form, and RFC 3339 is one of them', () => {
  expect([...both, ...iso, ...neither].filter(isIso8601)).toEqual([...both, ...iso]);
  expect([...both, ...iso, ...neither].filter(isRfc3339)).toEqual(both);
});

test('two numbers of 64 bits that differ in the last digit differ, and 1 is 1.0', () => {
  const text = '{"a": 9007199254740993, "b": 9007199254740992, "text": "7", "list": [1.0, 1]}';

  expect(numbersAsText(text)).toEqual({ a: '9007199254740993', b: '9007199254740992', text: '7', list: ['1', '1'] });
});

test('a fraction that a double cannot hold is still no integer', () => {
  const integers = ['9007199254740993', '1.0', '12e2', '-5', '1.50e1'];
  const others = ['9007199254740993.5', '123456789012345678e-1', '1.5'];

  const isInteger = (number: string) => Number.isInteger(fractionsKept(number));
  expect([...integers, ...others].filter(isInteger)).toEqual(integers);
});
