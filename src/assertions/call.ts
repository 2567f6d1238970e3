import { type Exchange, getField, parseJson, type ResponseRecord, type SentRequest } from '#api/exchange';
import type { Endpoint } from '#api/operations';
import type { Reach } from '#http/reach';
import { recordObserved } from '#http/reproduction/observed';
import { type CallOptions, requestOf } from '#http/request';
import { recordRequestSecrets, recordResponseSecrets } from '#redaction/redact';
import { writeInOrder } from '#run/in-order';
import { carryOn } from '#run/states-store';
import { checkDeletion, checkRequestOwner, checkTokenOwner, guardRequest, requireSandboxHeader } from '#safety/guard';
import { countCreated } from '#safety/journal';
import { type RequestToken, recordTokenIssued } from '#safety/live-tokens';
import { type Purpose, spend } from '#safety/spend';
import { controls } from './control/controls.ts';
import { checkBroken } from './control/forms.ts';
import { CONTROL, observe, recordExchange } from './observe.ts';
import { learnIssued, learnSent, recordSaidBack } from './said-back.ts';

/** Sends a request of an operation and returns the exchange. */
export type Call = (endpoint: Endpoint, options: CallOptions) => Promise<Exchange>;

/** A call with its purpose. */
export type Send = (endpoint: Endpoint, options: CallOptions, purpose?: Purpose) => Promise<Exchange>;

/** Returns the control of an exchange and its negative control. */
export type Checks = (
  exchange: Pick<Exchange, 'endpoint' | 'request'>,
) => Pick<Exchange, 'control' | 'negativeControl'>;

/** Returns a function that sends to the service at `baseUrl`; `askToken` gets the token needed to create or delete. */
export function createCall(baseUrl: string, reach: Reach, checks: Checks, tag: string, askToken: RequestToken): Send {
  return async (endpoint, options, purpose) => {
    const request = requestOf(baseUrl, endpoint, options);
    if (options.breaks) checkBroken(`${endpoint}/request`, parseJson(request.body ?? ''), options.breaks);
    checkDeletion(endpoint, options.path);
    requireSandboxHeader(request);
    await guardRequest(endpoint, baseUrl, askToken);
    checkRequestOwner(request);
    recordRequestSecrets(request);
    learnSent(request);
    const [{ request: broken }] = controls[endpoint].broken(tag);
    const sign = requestOf(baseUrl, endpoint, broken);
    const answer = await spend(
      endpoint,
      purpose,
      () =>
        reach(request, { sign, expected: options.expected, isDecided: purpose === 'rejection' || isDecided(options) }),
      () => countCreated(request),
    );
    recordResponseSecrets(answer);
    recordObserved(request, answer);
    learnIssued(answer);
    if (endpoint === 'oauth-token') recordTokens(request, answer);
    const exchange = { endpoint, request, ...answer, ...checks({ endpoint, request }) };
    writeInOrder(() => {
      observe(exchange);
      recordSaidBack(exchange);
      recordExchange(exchange, purpose === 'control' ? CONTROL : '');
    });
    return exchange;
  };
}

function recordTokens({ body = '' }: SentRequest, answer: ResponseRecord): void {
  recordTokenIssued(answer);
  checkTokenOwner(answer);
  carryOn(getField(parseJson(body), 'refresh_token'), getField(answer.json, 'refresh_token'));
}

/** Returns true if a 503 must be judged instead of retried. */
function isDecided({ expected, breaks, text }: CallOptions): boolean {
  return expected !== undefined || breaks !== undefined || text !== undefined;
}
