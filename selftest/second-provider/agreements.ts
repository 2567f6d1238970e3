import { randomUUID } from 'node:crypto';
import { bearerOf } from './http/bearer.ts';
import { bodyOf, isObject } from './http/json-text.ts';
import { type Call, done, labelled, type Operation, type Reply, uncoded } from './http/replies.ts';

/** `POST /v2/wallet_connect/agreements`: creates an agreement. */
export const createAgreement: Operation = (call) => {
  const { required, unauthorised } = call.form.agreements;
  if (typeof bearerOf(call) === 'string') return reject(call, unauthorised);
  const body = bodyOf(call);
  if (body === undefined || !isObject(body.value) || !hasClient(call)) return reject(call, 400);
  const { return_uri, agreement_data } = body.value;
  const lacksAField = required !== 'nothing' && (return_uri === undefined || agreement_data === undefined);
  return lacksAField ? reject(call, 400) : create(call);
};

/** Rejects with a status. Only 400 is listed (7), with its label. */
function reject({ form }: Call, status: number): Reply {
  return status === 400 ? labelled(form, status, 'Bad-Request') : uncoded(status);
}

/** Returns true if this form accepts `client.id`: the reference does not say if it is required or a number (4). */
function hasClient({ form, query }: Call): boolean {
  const { clientId } = form.agreements;
  const id = query.get('client.id');
  if (id === null || id === '') return clientId === 'optional' || clientId === 'a number if given';
  return clientId === 'optional' || clientId === 'required' || /^\d+$/.test(id);
}

function create({ form: { agreements }, world }: Call): Reply {
  world.agreements += 1;
  const agreement_id = agreements.ids === 'uuid' ? randomUUID() : String(world.agreements);
  const base = agreements.uri === 'https' ? 'https://wallet.second-provider.example/' : 'secondwallet:';
  return done(agreements.status, { agreement_uri: `${base}agree?id=${agreement_id}#start`, agreement_id });
}
