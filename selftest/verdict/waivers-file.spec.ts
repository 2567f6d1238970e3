import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { readWaivers } from '#run/waivers';
import { ownFolder } from '../tools/own-folder.ts';

const good = {
  requirement: 'ORD-10',
  reason: 'Known.',
  owner: 'Orders',
  link: 'https://tracker.example/1',
  expires: '2030-01-31',
};

/** A folder with the waivers of the target t. */
function folderWith(text: string): string {
  const folder = ownFolder('waivers');
  writeFileSync(path.join(folder, 't.json'), text);
  return folder;
}

test('waivers are read with the lines that they stand on', () => {
  const other = JSON.stringify({ ...good, requirement: 'ORD-11' }, null, 2);
  const folder = folderWith(`{\n  "waivers": [\n    ${JSON.stringify(good)},\n    ${other}\n  ]\n}\n`);

  const places = readWaivers('t', folder).map(({ requirement, place }) => [requirement, place]);

  expect(places).toEqual([
    ['ORD-10', `line 3 of ${folder}/t.json`],
    ['ORD-11', `lines 4 to 10 of ${folder}/t.json`],
  ]);
});

test('a target without a file has no waivers', () => {
  expect(readWaivers('another', folderWith('{'))).toEqual([]);
});

const { owner: _, ...ownerless } = good;
const wrong = [
  {
    name: 'broken JSON',
    text: '{\n  "waivers": [,]\n}',
    sentence: /t\.json is no JSON: \w[\w ]+ at line 2\.$/,
  },
  { name: 'no list', text: '[]', sentence: /t\.json line 1: the file must be object\.$/ },
  {
    name: 'an unknown key',
    text: listed({ ...good, until: 'x' }),
    sentence: /line 2: .*additional properties: "until"/,
  },
  {
    name: 'no owner',
    text: listed(ownerless),
    sentence: /line 2: \/waivers\/0 must have required property 'owner'\.$/,
  },
  {
    name: 'no reason',
    text: listed({ ...good, reason: '' }),
    sentence: /line 2: \/waivers\/0\/reason must NOT/,
  },
  {
    name: 'no date',
    text: listed({ ...good, expires: '2030-02-30' }),
    sentence: /\/expires must match format "date"/,
  },
  { name: 'no link', text: listed({ ...good, link: 'ask Ana' }), sentence: /\/link must match format "uri"/ },
  {
    name: 'no id',
    text: listed({ ...good, requirement: 'ORD' }),
    sentence: /\/requirement must match pattern/,
  },
];

for (const { name, text, sentence } of wrong) {
  test(`a list of waivers with ${name} is refused in one sentence that names the line`, () => {
    expect(() => readWaivers('t', folderWith(text))).toThrow(sentence);
  });
}

function listed(waiver: object): string {
  return `{"waivers": [\n${JSON.stringify(waiver)}\n]}`;
}
