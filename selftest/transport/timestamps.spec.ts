import { expect, test } from '@playwright/test';
import { isIso8601, isRfc3339 } from '#api/values/formats';
import { parseKeepingFractions, parseNumbersAsText } from '#api/values/json';
import timestamps from './timestamps.json' with { type: 'json' };

const { both, iso, neither } = timestamps;

test('a time stamp of ISO 8601 is one in every form, and RFC 3339 is one of them', () => {
  expect([...both, ...iso, ...neither].filter(isIso8601)).toEqual([...both, ...iso]);
  expect([...both, ...iso, ...neither].filter(isRfc3339)).toEqual(both);
});

test('two numbers of 64 bits that differ in the last digit differ, and 1 is 1.0', () => {
  const text = '{"a": 9007199254740993, "b": 9007199254740992, "text": "7", "list": [1.0, 1]}';

  const json = parseNumbersAsText(text);
  expect(json).toEqual({ a: '9007199254740993', b: '9007199254740992', text: '7', list: ['1', '1'] });
});

test('a fraction that a double cannot hold is still no integer', () => {
  const integers = ['9007199254740993', '1.0', '12e2', '-5', '1.50e1'];
  const others = ['9007199254740993.5', '123456789012345678e-1', '1.5'];

  const isInteger = (number: string) => Number.isInteger(parseKeepingFractions(number));
  expect([...integers, ...others].filter(isInteger)).toEqual(integers);
});
