import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { CREATES, getDescriptions } from '#api/covers';
import { endpoints } from '#api/operations';
import { clientRegister, getDependencies, getRequirement, register, scenarioCounts, testCounts } from '#api/register';
import type { RegisteredRequirement } from '#api/requirement';
import { states } from '#api/states';
import schema from '#requirements/requirements.schema.json' with { type: 'json' };
import { readJsonFile } from '#run/json-file';
import { getDefaults } from '#run/settings/target';
import { expectedText, type ListedTest, listAtEachDepth, listTests, withTestCounts } from '../docs/listed-tests.ts';
import { coverage, envExample } from '../docs/pages.ts';
import { expect, long, test } from '../tools/fixtures.ts';
import written from './written.json' with { type: 'json' };

let tests: Awaited<ReturnType<typeof listTests>>;

test.beforeAll(async () => {
  tests = await listTests('standard');
});

test('every id is unique', () => {
  const ids = [...register, ...clientRegister].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

for (const name of [...endpoints, 'service', 'client'])
  test(`requirements/${name}.json matches its schema`, () =>
    expect(() => readJsonFile(`requirements/${name}.json`, schema)).not.toThrow());

test('every must names the clause of the reference that forces it, and no other row does', () => {
  const reference = readFileSync('docs/reference.md', 'utf8');
  const isClause = ({ because = '' }: RegisteredRequirement) => {
    const [, place = ''] = /^(Preamble|\d(?:\.\d)?)[:,; ]/.exec(because) ?? [];
    const heading = new RegExp(`^#{2,3} ${place.replace('.', '\\.')}[. ]`, 'm');
    return because.length > 30 && (place === 'Preamble' || heading.test(reference));
  };
  const rows = [...register, ...clientRegister];
  const musts = rows.filter(({ level }) => level === 'must');

  expect(musts.filter((row) => !isClause(row)).map(({ id }) => id)).toEqual([]);
  expect(rows.filter((row) => row.because !== undefined)).toEqual(musts);
});

test('a requirement depends on others of its endpoint, or is one of a token, and never depends on itself', () => {
  const endpointOf = new Map(register.map(({ id, endpoint }) => [id, endpoint]));
  const reach = (id: string, seen: readonly string[] = []): readonly string[] =>
    getDependencies(id).flatMap((other) => (seen.includes(other) ? [other] : [other, ...reach(other, [...seen, id])]));

  for (const { id, endpoint } of register)
    for (const other of reach(id).filter((each) => each === id || endpoint !== 'oauth-token'))
      expect([other === id, endpointOf.get(other)], id).toEqual([false, endpoint]);
});

test('every row has a test, a scenario or a reason why no request can ask, and every test covers a row', () => {
  const untested = register.filter(({ id, unasked }) => !unasked && !tests.some(({ tags }) => tags.includes(id)));
  const idle = tests.filter(({ tags }) => !register.some(({ id }) => tags.includes(id)));

  expect(untested.map(({ id }) => id)).toEqual([]);
  expect(clientRegister.filter(({ id }) => !scenarioCounts.of[id]).map(({ id }) => id)).toEqual([]);
  expect(tests.length).toBeGreaterThan(250);
  expect(idle.map(({ title }) => title)).toEqual([]);
});

test('a smoke test exercises every must', () => {
  const musts = register.filter(({ level }) => level === 'must').map(({ id }) => id);
  expect(musts.filter((id) => !testCounts.smoke.of[id])).toEqual([]);
  expect(testCounts.smoke.tests).toBeLessThan(testCounts.standard.tests);
});

test('every title is unique in its endpoint and at most 100 characters long', () => {
  const places = tests.map(({ file, title }) => `${file.split('/')[0]}: ${title}`);

  expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
  expect(tests.filter(({ title }) => title.length > 100).map(({ title }) => title)).toEqual([]);
});

test('every title is a fact in the present tense, or the question that is asked', () => {
  const isQuestion = ({ tags }: ListedTest) => tags.some((id) => getRequirement(id).level === 'question');
  const fact = /^(never )?[a-z]+s\b(?!.*\b(should|must|test that)\b)/;
  const wrong = tests.filter((row) => !(isQuestion(row) ? row.title.endsWith('?') : fact.test(row.title)));

  expect(wrong.map(({ title }) => title)).toEqual([]);
});

test('what `npm run docs` writes is what the register, the tests, the settings and the states say', () => {
  const readme = readFileSync('README.md', 'utf8');

  expect(readFileSync('docs/coverage.md', 'utf8')).toBe(coverage(register, tests));
  expect(readFileSync('.env.example', 'utf8')).toBe(envExample());
  expect(readme).toBe(withTestCounts(readme, tests));
});

test('requirements/test-counts.json counts the tests of each requirement at each depth', long, async () => {
  expect(readFileSync('requirements/test-counts.json', 'utf8')).toBe(expectedText(await listAtEachDepth()));
});

test('the default budget of a shared target is enough for every must but PRF-02', async () => {
  const BASE_URL = 'http://0.0.0.0:9'; // no loopback, and nothing listens
  const { BUDGET } = getDefaults({ BASE_URL, TARGET: 'shared' });
  const isCounted = (id: string) => id !== 'PRF-02' && getRequirement(id).level === 'must';
  const musts = (await listTests('standard', BASE_URL)).filter(({ tags }) => tags.some(isCounted));
  const creations = musts.flatMap((each) => getDescriptions(each.tests[0]?.annotations ?? [], CREATES)).join(', ');
  for (const [what, most] of Object.entries(BUDGET)) {
    const counts = [...creations.matchAll(new RegExp(`${what} (\\d+)`, 'g'))];
    const needed = counts.reduce((sum, [, count]) => sum + Number(count), 1); // and the control request
    expect(needed, what).toBeGreaterThan(10);
    expect(most, what).toBeGreaterThan(needed); // one is left for an invalid request that is accepted
  }
});

// The names are written by hand, because targets implement them.
test('the provider states have their fixed names and values', () => {
  const own = Object.entries(states).map(([state, values]) => [state, [...values].sort().join(' ')]);

  expect(Object.fromEntries(own)).toEqual(written.states);
});

const files = ['schemas', 'src', 'client']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  )
  .filter((file) => /(?:request|response|\.schema)\.json$/.test(file));

// The suite compiles its schemas without a look at the schema of schemas: a worker would compile that too.
test('every schema is a schema of JSON Schema 2020-12', () => {
  const ajv = new Ajv2020({ logger: false });

  expect(files.length).toBeGreaterThan(15);
  for (const file of files)
    expect(ajv.validateSchema(JSON.parse(readFileSync(file, 'utf8'))), `${file}: ${ajv.errorsText()}`).toBe(true);
});
