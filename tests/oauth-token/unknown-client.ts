import { madeUp } from '../../factories/near-miss.ts';
import { carriesCode } from '../../suite/core/errors.ts';
import type { Exchange } from '../../suite/core/exchange.ts';
import type { Call } from '../../suite/fixtures/call.ts';

type Body = Readonly<Record<string, string>>;

/**
 * The codes that a client_id of no one earns beside a code or refresh token: that belongs to another client too (7, row
 * invalid_grant), and which of the two is looked at first is not shown. Who tells a made-up code before a wrong secret
 * looks at the code first; who does not names the client.
 */
export async function codesOfUnknownClient(call: Call, right: Body, refused: Exchange): Promise<string[]> {
  if (!carriesCode(refused, 'invalid_grant')) return ['invalid_client'];
  const isCodeFirst = carriesCode(await call('oauth-token', { body: bothMadeUp(right) }), 'invalid_grant');
  return isCodeFirst ? ['invalid_client', 'invalid_grant'] : ['invalid_client'];
}

/** A request of a client that is known with a secret that is not its own, and with a code that was never given. */
function bothMadeUp(right: Body): Body {
  const presented = ['client_secret', 'code', 'refresh_token'].filter((name) => right[name] !== undefined);
  return { ...right, ...Object.fromEntries(presented.map((name) => [name, madeUp(right[name] ?? '')])) };
}
