import { parseJson } from '../../suite/core/exchange.ts';
import { type Reply, type Sent, saying } from '../wire/traffic.ts';
import type { Desk } from './desk.ts';
import { stubFor } from './stubs.ts';

/** The answer to a request that is none of the six operations, and what it weighs. */
export function answerOther(
  sent: Sent,
  { options, store }: Desk,
): { reply: Reply; level: 'breach' | 'note' } {
  const none = saying(
    404,
    'The SDK gate knows the six operations of the reference, and this is none of them.',
  );
  if (options.otherPaths !== 'answer') return { reply: none, level: options.otherPaths };
  const [path = '', query = ''] = sent.target.split(/\?(.*)/s);
  const stored = store.answer(sent.method, path, new URLSearchParams(query), parseJson(sent.body.toString()));
  return { reply: stored ?? stubFor(options.stubs, sent.method, path) ?? none, level: 'note' };
}
