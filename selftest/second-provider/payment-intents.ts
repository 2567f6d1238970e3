import { bearerOf, mayTouch } from './http/bearer.ts';
import { type Call, done, labelled, type Operation, type Reply, uncoded } from './http/replies.ts';
import type { Intent } from './world.ts';

/** Cancels a payment intent that is queued on a device. */
export const cancelIntent: Operation = (call) => {
  const { noToken, otherTestScopes } = call.form.intents;
  const token = bearerOf(call);
  if (token === 'no token') return reject(call, noToken);
  if (token === 'bad token') return reject(call, 401);
  if (token.rights === 'unregistered') return reject(call, 403);
  const scope = call.headers['x-test-scope'];
  if (otherTestScopes === 'rejected' && scope !== undefined && scope !== 'sandbox') return reject(call, 400);
  const intent = call.world.intents.get(call.path.intent ?? '');
  const found = intent?.device === call.path.device && mayTouch(call, token, intent?.owner ?? 0);
  return found && intent !== undefined ? cancel(call, intent) : reject(call, call.form.intents.unknown);
};

/** Cancels an intent; the reference shows no response for the second cancellation. */
function cancel(call: Call, intent: Intent): Reply {
  const { status, again } = call.form.intents;
  if (intent.standing === 'conflicting') return reject(call, 409);
  if (intent.standing === 'failing') return reject(call, 500);
  if (intent.standing === 'cancelled' && again !== 200) return reject(call, again);
  intent.standing = 'cancelled';
  return done(status, { id: call.path.intent ?? '' });
}

const listed = [401, 403, 409, 500];

/** Rejects with the label of a status that section 7 lists; for others no body is stated. */
function reject({ form }: Call, status: number): Reply {
  return listed.includes(status) ? labelled(form, status, 'bad_request') : uncoded(status);
}
