import { bodyOf, isObject } from './http/json-text.ts';
import { type Call, done, type Members, type Reply, uncoded } from './http/replies.ts';
import { isStateName } from './provide.ts';
import type { Values } from './states.ts';

const extraValues: Members = {
  state: 'ready',
  created: { at: '2020-02-30', by: ['second provider', null] },
  note: 'no test asked for this',
  expires_in: null,
};

/** Answers the states URL: `{state, params, action}`, where a teardown may well fail. */
export function answerState(call: Call, provide: (state: string) => Values): Reply {
  const body = bodyOf(call)?.value;
  const { states } = call.form;
  if (!isObject(body)) return uncoded(400);
  if (body.action === 'teardown') return states.teardown < 300 ? done(states.teardown) : uncoded(states.teardown);
  if (!isStateName(body.state)) return uncoded(states.unknownState);
  const values = provide(body.state);
  return done(states.status, states.extraValues === 'some' ? { ...extraValues, ...values } : values);
}
