import { isObject, type JsonObject, member, readJson } from '../http/json.ts';
import type { Variation } from '../variations.ts';
import { states } from './states.ts';
import type { World } from './world.ts';

/** Answers one request to the provider states: `{state, params, action}` in, the state's values out. */
export function provideState(body: Uint8Array, world: World, choices: Variation): StateAnswer {
  const { value } = readJson(body);
  const state = member(value, 'state');
  const action = member(value, 'action') ?? 'setup';
  if (!isObject(value) || typeof state !== 'string')
    return refused(400, 'The body is no {"state", "action"}.');
  const setup = states.get(state);
  if (!setup) return refused(404, 'There is no such state: see the table of provider states.');
  if (action === 'teardown') return { status: 200, body: {} };
  if (action !== 'setup') return refused(400, 'The action is neither setup nor teardown.');
  return { status: 200, body: setup(world, choices) };
}

type StateAnswer = { status: number; body: JsonObject };

function refused(status: number, error: string): StateAnswer {
  return { status, body: { error } };
}
