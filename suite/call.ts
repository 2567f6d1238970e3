import { attachExchange } from './attach.ts';
import { spend } from './budget/spend.ts';
import { type Exchange, parseJson } from './exchange.ts';
import { checkDeletion } from './guard/deletions.ts';
import { guard } from './guard/guard.ts';
import { noteLive } from './guard/live.ts';
import { stayInSandbox } from './guard/sandbox.ts';
import { createdBy } from './left-behind/journal.ts';
import { observe } from './observed.ts';
import type { Endpoint } from './operations.ts';
import { checkBroken } from './own-request.ts';
import type { Reach } from './reach.ts';
import { type CallOptions, requestOf } from './request.ts';
import { keepSecretsAnswered, keepSecretsSent } from './secrets/seen.ts';
import { twins } from './twins.ts';

/** Sends a request of an operation and returns the exchange. */
export type Call = (endpoint: Endpoint, options: CallOptions) => Promise<Exchange>;

type Checks = (exchange: Pick<Exchange, 'endpoint' | 'request'>) => Pick<Exchange, 'control' | 'contrast'>;

/** A `call` on the service at `baseUrl`; `checks` gives each exchange its control and its contrast. */
export function createCall(baseUrl: string, reach: Reach, checks: Checks, mark: string): Call {
  return async (endpoint, options) => {
    const request = requestOf(baseUrl, endpoint, options);
    if (options.breaks) checkBroken(`${endpoint}/request`, parseJson(request.body ?? ''), options.breaks);
    checkDeletion(endpoint, options.path);
    stayInSandbox(request);
    guard(endpoint, baseUrl);
    keepSecretsSent(request);
    const [{ request: broken }] = twins[endpoint].broken(mark);
    const sign = requestOf(baseUrl, endpoint, broken);
    const answer = await spend(
      endpoint,
      options.purpose,
      () => reach(request, { sign, expected: options.expected }),
      () => createdBy(request),
    );
    keepSecretsAnswered(answer);
    if (endpoint === 'oauth-token') noteLive('answered', answer.json);
    const exchange = { endpoint, request, ...answer, ...checks({ endpoint, request }) };
    observe(exchange);
    return attachExchange(exchange);
  };
}
