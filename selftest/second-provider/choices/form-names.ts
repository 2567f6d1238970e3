import { choose, type Form } from './choices.ts';
import { type Changes, forms } from './forms.ts';
import { atRandom, first } from './pick.ts';

/** A form of the table, or `random:<n>`: any value of every choice, the same ones for the same number. */
export type FormName = keyof typeof forms | `random:${number}`;

/** The names of the table's forms. */
export const formNames = Object.keys(forms).filter(isFormName);

function isRandom(name: string): name is `random:${number}` {
  return /^random:\d+$/.test(name);
}

/** Tells a form's name from any other text. */
export function isFormName(name: string): name is FormName {
  return Object.hasOwn(forms, name) || isRandom(name);
}

/** The value of every choice in the form of that name. */
export function formOf(name: FormName): Form {
  if (isRandom(name)) return choose(atRandom(Number(name.slice('random:'.length))));
  return changed(forms[name]);
}

function changed(changes: Changes): Form {
  const plain = choose(first);
  return {
    wire: { ...plain.wire, ...changes.wire },
    errors: { ...plain.errors, ...changes.errors },
    credentials: { ...plain.credentials, ...changes.credentials },
    token: { ...plain.token, ...changes.token },
    preferences: { ...plain.preferences, ...changes.preferences },
    testUsers: { ...plain.testUsers, ...changes.testUsers },
    intents: { ...plain.intents, ...changes.intents },
    agreements: { ...plain.agreements, ...changes.agreements },
    orders: { ...plain.orders, ...changes.orders },
    states: { ...plain.states, ...changes.states },
  };
}
