import { crc32 } from 'node:zlib';
import { request } from '@playwright/test';
import type { Send } from '#api/exchange';
import { type CircuitBreaker, createCircuitBreaker } from '#http/circuit-breaker';
import { clients } from '#http/common-client';
import { firstLine } from '#http/failure';
import { findProxy, listGatewaySecrets, readClientCertificates } from '#http/gateway';
import { createReach, type Reach } from '#http/reach';
import { createRecorder } from '#http/replay/recorder';
import type { createReplay } from '#http/replay/replay';
import { createReproduction } from '#http/reproduction/shell';
import { createPlainSend, createSend } from '#http/send';
import { createSpares, createStatesClient } from '#http/states-client';
import { createStatesCommand } from '#http/states-command';
import { type Throttle, withThrottle } from '#http/throttle';
import { recordPossibleSecret, sanitize } from '#redaction/redact';
import { isVerbose } from '#run/context';
import type { RunContext } from '#run/run-context';
import { getRunningTest, runShared } from '#run/running-test';
import type { Settings } from '#run/settings/settings';
import type { Target } from '#run/settings/target';
import { createStatesStore } from '#run/states-store';
import { createGuard } from '#safety/guard';
import { createJournal, type Journal } from '#safety/journal';
import { type Connected, createStateRecords } from './given.ts';
import { createObserver, type Observer } from './observe.ts';
import { preflight } from './preflight.ts';
import { createCredentials } from './repeated-credentials.ts';

export interface Connection extends Connected {
  readonly reach: Reach;
  readonly journal: Journal;
  readonly observer: Observer;
}

const LEAST_FOR_A_STATE = 10;

/** Connects to a target, for the tests of a worker; in a replay its recording responds. */
export function connect(
  target: Target,
  { settings: ofRun, ...others }: RunContext,
  throttle: Throttle,
  replay?: ReturnType<typeof createReplay>,
): Connection {
  const settings = { ...ofRun, ...target };
  const run = { ...others, settings };
  const { withRecording, recordState } = createRecorder(run);
  const journal = createJournal(run);
  const reproduction = createReproduction({ settings: ofRun, written: run.written }); // a run over several targets prints no address
  for (const value of [...listGatewaySecrets(settings), settings.STATES_STORE_KEY]) recordPossibleSecret(value);
  const openSend = () => replay?.send ?? withPrinting(withRecording(sendToService(settings), 'service'));
  const newSend = () => withThrottle(journal.withJournal(openSend()), throttle);
  const breaker = createBreaker(target, run, newSend);
  const toStates = (send: Send) => withThrottle(withPrinting(withRecording(send, 'states')), throttle);
  return {
    run,
    journal,
    reproduction,
    recordState,
    guard: createGuard(settings, run.written),
    store: createStatesStore(settings),
    stateRecords: createStateRecords(run),
    credentials: createCredentials(),
    observer: createObserver(),
    reach: createReach(newSend(), breaker, reproduction.reproduce),
    states: replay?.states ?? connectStates(settings, breaker, toStates),
  };
}

/** Creates the breaker of a target; one that the suite starts itself needs no sign of life first. */
function createBreaker(target: Target, run: RunContext, newSend: () => Send): CircuitBreaker {
  const isOwn = run.settings.TARGET === 'embedded' || 'name' in target;
  const askForLife = () => runShared('preflight', () => preflight({ ...run, newSend }));
  return createCircuitBreaker(target.BASE_URL, askForLife, !isOwn);
}

/** Returns the client of provider states, by URL or program; undefined if there is neither. */
function connectStates(settings: Settings, breaker: CircuitBreaker, through: (send: Send) => Send) {
  const { PROVIDER_STATES_URL: url, HAR } = settings;
  const plain = sendToStates(url, settings);
  const client = plain && createStatesClient(url, url ? through(plain) : plain, breaker);
  return client && (HAR ? client : { ...client, spares: createSpares() });
}

function sendToService(settings: Settings): Send {
  const options = getOptions(settings.BASE_URL, settings.EXTRA_HEADERS, settings);
  return createSend(() => request.newContext(options), settings.REQUEST_TIMEOUT, createFreshSend(options, settings));
}

/** Returns a sender that prints each request, its test and its response where the run is verbose. */
function withPrinting(send: Send): Send {
  if (!isVerbose()) return send;
  return async (request) => {
    const started = performance.now();
    const response = await send(request).catch((error: unknown) => ({ status: firstLine(error), error }));
    const place = [getRunningTest()?.tags.join(' ') ?? 'between tests', request.method, new URL(request.url).pathname];
    const line = [...place, response.status, `${Math.round(performance.now() - started)} ms`].join(' ');
    process.stderr.write(`${sanitize(line)}\n`);
    if ('error' in response) throw response.error;
    return response;
  };
}

/** Returns a sender on fresh connections; undefined where a proxy or a client certificate needs Playwright's. */
function createFreshSend(options: ReturnType<typeof getOptions>, { REQUEST_TIMEOUT }: Settings): Send | undefined {
  if (options.proxy || options.clientCertificates.length > 0) return undefined;
  const usual = { 'user-agent': options.userAgent, accept: '*/*', 'accept-encoding': 'gzip,deflate,br' };
  return createPlainSend({ ...usual, ...options.extraHTTPHeaders }, REQUEST_TIMEOUT, true);
}

/** Returns the sender to the provider states: to a URL, else to the program that is set, if any. */
export function sendToStates(statesUrl: string, settings: Settings): Send | undefined {
  if (statesUrl === '') return createStatesCommand(settings);
  const options = getOptions(statesUrl, settings.PROVIDER_STATES_HEADERS, settings);
  const seconds = Math.max(LEAST_FOR_A_STATE, settings.REQUEST_TIMEOUT);
  if (options.proxy || options.clientCertificates.length > 0)
    return createSend(() => request.newContext(options), seconds);
  return createPlainSend({ 'user-agent': options.userAgent, ...options.extraHTTPHeaders }, seconds);
}

function getOptions(url: string, headers: Settings['EXTRA_HEADERS'], settings: Settings) {
  const proxy = findProxy(url, settings);
  return {
    userAgent: drawUserAgent(settings),
    clientCertificates: readClientCertificates(settings),
    ...(headers && { extraHTTPHeaders: { ...headers } }),
    ...(proxy && { proxy }),
  };
}

/** Returns a common User-Agent drawn from SEED, so that no target recognises the suite by it (src/http/common-client.ts). */
function drawUserAgent({ SEED }: Pick<Settings, 'SEED'>): string {
  const names = Object.keys(clients);
  return names[crc32(`${SEED} User-Agent`) % names.length] ?? 'node';
}

/** Returns the reason why a target cannot be reached; undefined if it can. Sends requests that any service rejects. */
export function checkTarget(run: Pick<RunContext, 'settings' | 'written'>): Promise<string | undefined> {
  const { BASE_URL, EXTRA_HEADERS, REQUEST_TIMEOUT } = run.settings;
  const open = () => request.newContext(getOptions(BASE_URL, EXTRA_HEADERS, run.settings));
  return preflight({ ...run, newSend: () => createSend(open, REQUEST_TIMEOUT) });
}
