import type { Capability } from '#api/capabilities';
import type { Operation } from '#mock/operation';
import { changeRejection, type Patch } from '../faults/combinators.ts';

const anyToken = [
  'a token that was never issued',
  'a token past its lifetime',
  'a test token outside the sandbox',
  'an integrator that is not registered',
  'a token that may not create test users',
  'nothing found for this token',
];
const anyGrant = [
  'an unknown client_id',
  'a wrong client_secret',
  'too many requests of this application',
  'a code that was never given',
  "another application's code",
  'another redirect_uri',
  'a refresh token that was never given',
  "another application's refresh token",
  'a token of another user',
  'no grant with the user',
];
const noMemory = [
  'a token past its lifetime',
  'a code that was never given',
  'a code older than ten minutes',
  'a code used before',
  'a refresh token that was never given',
  'a revoked refresh token',
  'an expired refresh token',
  'no grant with the user',
  'a token of another user',
  'an unknown payment intent',
  'a payment intent cancelled before',
  'a payment intent that cannot be cancelled now',
  'no open order',
];
const noCredentials = ['no token', 'a scheme that is not Bearer', 'client_id left out', 'client_secret left out'];
const form = /no JSON|left out|given twice|not supported|no text|unknown (?:grant_type|scope)|no number|an empty/;

/** The embedded provider without one of its capabilities. */
const checksOff: Readonly<Record<Capability, Patch>> = {
  credentials: leavingOut((name) => [...noCredentials, ...anyToken, ...anyGrant].includes(name)),
  identity: leavingOut((name) => [...anyToken, ...anyGrant].includes(name)),
  state: leavingOut((name) => noMemory.includes(name)),
  validation: leavingOut((name) => form.test(name)),
  errors: changeRejection((wire) => ({ ...wire, status: 418, text: '{"message":"no"}' })),
  logic: sayingTheSame,
};

/** The embedded provider without several of them. */
export function alsoOff(...names: readonly Capability[]): Patch {
  return (operation) => names.reduce((patched, name) => checksOff[name](patched), operation);
}

function leavingOut(isLeftOut: (rule: string) => boolean): Patch {
  return (operation) => ({ ...operation, checks: operation.checks.filter(({ name }) => !isLeftOut(name)) });
}

/** Every success of an operation has the body of its first one. */
function sayingTheSame(operation: Operation): Operation {
  let first: string | undefined;
  return {
    ...operation,
    wire: (wire, call) => {
      const sound = operation.wire(wire, call);
      if (sound.status >= 300) return sound;
      first ??= sound.text;
      return { ...sound, text: first };
    },
  };
}
