import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type State, stateNames, states } from '#api/states';
import { parseStates } from '#run/settings/settings';
import { missingProgram } from '../sdk/run-gate.ts';
import { askState, expect, ownFolder, test } from '../tools/fixtures.ts';
import { endStarted, startAs } from '../tools/started.ts';
import names from './spring/jars.json' with { type: 'json' };

const folder = path.resolve('docs/states');
const example = parseStates(readFileSync('docs/states.example.json', 'utf8').replaceAll('…', 'value'));

const jars = names.map((name) => `/usr/share/java/${name}.jar`);
const sources = `${folder}/StatesController.java ${path.resolve('selftest/states/spring/Main.java')}`;
const pythons = ['python3', '/usr/bin/python3'].map((name) => [name, '-c', 'import fastapi, uvicorn']);
const getPython = () => pythons.find((probe) => missingProgram(probe) === undefined) ?? pythons[0] ?? [];

/** The examples of docs/states: a command that starts each on a free port, and one that fails if it cannot run here. */
const examples = [
  { name: 'Express', command: () => `exec ${process.execPath} ${folder}/express.mjs`, probe: () => ['node', '-v'] },
  {
    name: 'FastAPI',
    command: () => `exec ${getPython()[0]} -m uvicorn --app-dir ${folder} --port 0 fastapi_states:app`,
    probe: getPython,
  },
  {
    name: 'Spring',
    command: (out = ownFolder('spring')) =>
      `javac -cp ${jars.join(':')} -d ${out} ${sources} && exec java -cp ${out}:${jars.join(':')} Main`,
    probe: () => ['sh', '-c', `javac -version && ls ${jars.join(' ')}`],
  },
];

test.afterEach(endStarted);

for (const { name, command, probe } of examples)
  test(`the ${name} endpoint of docs/states provides the first states, and returns 404 for the others`, {
    tag: name === 'Express' ? [] : '@long',
  }, async () => {
    const missing = missingProgram(probe());
    test.skip(missing !== undefined, missing);
    const variables = { PORT: '0', PYTHONDONTWRITEBYTECODE: '1' };
    const { says } = startAs(process.getuid?.() ?? 0, 'sh', ['-c', command()], variables);
    const [, port] = await says(/(?:listening on port |running on http:\S+:)(\d+)/);
    const ask = async (state: State, action?: string) => {
      const response = await askState(`http://127.0.0.1:${port}/_states`, state, action);
      return response.ok ? Object.keys(JSON.parse(await response.text())) : response.status;
    };

    for (const state of stateNames)
      expect(await ask(state), state).toEqual(state in example ? expect.arrayContaining([...states[state]]) : 404);
    expect(await ask('an application', 'teardown')).toEqual([]);
    expect(await ask('an authorization code')).not.toEqual(await ask('an application'));
  });

test('states.example.json is a valid STATES_FILE', () => {
  expect(Object.keys(example)).toHaveLength(6);
  for (const [state, fields] of Object.entries(states))
    for (const row of Object.entries(example).find(([name]) => name === state)?.[1] ?? [])
      expect(Object.keys(row)).toEqual(expect.arrayContaining([...fields]));
});
