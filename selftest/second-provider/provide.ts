import { states, type Values } from './states.ts';
import { addApplication, type World } from './world.ts';

/** The name of a provider state. */
export type StateName = keyof typeof states;

/** Tells a provider state's name from any other text. */
export function isStateName(name: unknown): name is StateName {
  return typeof name === 'string' && Object.hasOwn(states, name);
}

/** Makes the function that brings a state about and gives its values, each time new ones or always the same. */
export function providerOf(world: World): (state: string) => Values {
  const { applications, accessToken, userId } = world.form.states;
  const another = () => addApplication(world);
  const sources =
    applications === 'shared'
      ? { world, own: once(another), other: once(another) }
      : { world, own: another, other: another };
  const token = once(() => states['an access token'](sources));
  return (state) => {
    if (!isStateName(state)) throw new Error(`No provider state is called "${state}": see states.ts for the names`);
    const same = state === 'an access token' && accessToken === 'always the same';
    const values: Values = same ? token() : states[state](sources);
    return userId === 'text' && 'user_id' in values ? { ...values, user_id: String(values.user_id) } : values;
  };
}

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
