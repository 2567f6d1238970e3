import { crc32 } from 'node:zlib';
import { request } from '@playwright/test';
import { createCircuitBreaker } from '#http/circuit-breaker';
import { createPlainSend } from '#http/plain-send';
import { createReach, type Reach } from '#http/reach';
import { recorded } from '#http/replay/recorded';
import { replayedStates } from '#http/replay/replayed';
import { inShared } from '#http/replay/scope';
import { createSend, type Send } from '#http/send';
import { createSpares, createStatesClient, type StatesClient } from '#http/states-client';
import { createStatesCommand } from '#http/states-command';
import { type Throttle, throttled } from '#http/throttle';
import { recordPossibleSecret } from '#redaction/redact';
import { appendToChannel } from '#run/channels';
import { context } from '#run/context';
import { findProxy, listGatewaySecrets, readClientCertificates } from '#run/gateway';
import type { Settings } from '#run/settings/settings';
import type { Target } from '#run/settings/target';
import { withJournal } from '#safety/journal';
import { preflight } from './preflight.ts';

/** Describes what one worker has to one target: requests of its operations and for its states, all at one throttle. */
export interface Connection {
  readonly reach: Reach;
  /** Holds what is asked for states; where there is none, they stand in the environment. */
  readonly states: StatesClient | undefined;
}

/** Says how long a state may take at least: bringing one about can be more than one request. */
const LEAST_FOR_A_STATE = 10;

/** Connects to a target. One that the suite starts itself is there: no sign of life is asked for first. */
export function connect(target: Target, settings: Settings, throttle: Throttle): Connection {
  const { BASE_URL: baseUrl, PROVIDER_STATES_URL: statesUrl } = target;
  for (const value of [...listGatewaySecrets(settings), settings.STATES_STORE_KEY]) recordPossibleSecret(value);
  const newSend = () => {
    const open = () => request.newContext(optionsFor(baseUrl, settings.EXTRA_HEADERS, settings));
    const send = recorded(createSend(open, settings.REQUEST_TIMEOUT), 'service');
    return throttled(withJournal(send), throttle);
  };
  const { pause } = throttle;
  const isOwn = settings.TARGET === 'embedded' || 'name' in target;
  const breaker = createCircuitBreaker(
    baseUrl,
    () => inShared('preflight', () => preflight({ baseUrl, settings, newSend, pause })),
    !isOwn,
  );
  const reach = createReach(newSend(), breaker, pause);
  if (context().replay) return { reach, states: replayedStates() };
  const plain = sendToStates(statesUrl, settings);
  const toStates = statesUrl && plain ? throttled(counted(recorded(plain, 'states')), throttle) : plain;
  const client = toStates && createStatesClient(statesUrl, toStates, breaker, pause);
  return { reach, states: client && (settings.HAR ? client : { ...client, spares: createSpares() }) };
}

/** So that a plan can say how long they take: they wait for the throttle too. */
function counted(send: Send): Send {
  return (request) => {
    appendToChannel('asked for a state', true);
    return send(request);
  };
}

/** Returns what is asked for states: a URL, else the program that is set, if any. */
export function sendToStates(statesUrl: string, settings: Settings): Send | undefined {
  if (statesUrl === '') return createStatesCommand(settings);
  const options = optionsFor(statesUrl, settings.PROVIDER_STATES_HEADERS, settings);
  const seconds = Math.max(LEAST_FOR_A_STATE, settings.REQUEST_TIMEOUT);
  if (options.proxy || options.clientCertificates.length > 0)
    return createSend(() => request.newContext(options), seconds);
  return createPlainSend({ 'user-agent': options.userAgent, ...options.extraHTTPHeaders }, seconds);
}

/** Returns how a URL is reached, and what its requests have besides their own. */
function optionsFor(url: string, headers: Settings['EXTRA_HEADERS'], settings: Settings) {
  const proxy = findProxy(url, settings);
  return {
    userAgent: userAgent(settings),
    clientCertificates: readClientCertificates(settings),
    ...(headers && { extraHTTPHeaders: { ...headers } }),
    ...(proxy && { proxy }),
  };
}

/** Holds what the clients of a service call themselves every day. */
const usual = [
  'axios/1.7.9',
  'curl/8.11.1',
  'Go-http-client/1.1',
  'GuzzleHttp/7',
  'Java/21.0.5',
  'node',
  'okhttp/4.12.0',
  'python-requests/2.32.3',
] as const;

/** Returns the User-Agent of a run, a common one that SEED draws, so that no target recognises the suite by it. */
export function userAgent({ SEED }: Pick<Settings, 'SEED'>): string {
  return usual[crc32(`${SEED} User-Agent`) % usual.length] ?? usual[0];
}
