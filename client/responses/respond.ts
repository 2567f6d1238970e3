import { request } from 'node:http';
import { setTimeout as after } from 'node:timers/promises';
import { parseJson } from '#api/exchange';
import type { Endpoint } from '#api/operations';
import { isObject } from '#api/values/json';
import type { Provider } from '#mock/server';
import { type Match, type MatchedRequest, matchOperation, readExact } from '../contract/check.ts';
import { accessToken, findSecrets, listBearerTokens, listSentSecrets } from '../contract/head.ts';
import { type Judged, judgeRequest, redactJudged } from '../contract/judge.ts';
import { isBreach } from '../result/findings.ts';
import {
  type Log,
  recordIssuedSecrets,
  recordOtherRequest,
  recordRequest,
  recordSentSecrets,
  toSummary,
  toTemplate,
} from '../result/record.ts';
import { toPairs } from '../wire/http.ts';
import {
  createJsonReply,
  createMessage,
  getBearerToken,
  getHeaderValues,
  getReplyText,
  type Header,
  type Reply,
  readBytes,
  type Sent,
} from '../wire/traffic.ts';
import { completeBody, createGive, isKeptToken, type Plan, planError, planRequest, planSuccess } from './plan.ts';
import {
  defaultRound,
  documentedErrors,
  grammar,
  parseSteps,
  REPLY_HEADER,
  type Round,
  type SequenceStep,
  type Sequences,
} from './sequences.ts';
import { createStubReply, findStub, type Store, type Stub, toObject } from './store.ts';

/** A request to no operation of the reference is a breach, a note, or a note with a successful response. */
type OtherPaths = 'breach' | 'note' | 'answer';

export interface ResponseOptions {
  /** The hosts of the API; any other is rejected. */
  readonly hosts: readonly string[];
  readonly strict: boolean;
  readonly otherPaths: OtherPaths;
  readonly stubs: readonly Stub[];
  /** True if the SDK's credentials are forwarded unchanged to the embedded provider. */
  readonly keepCredentials: boolean;
  readonly keptTokens: readonly string[];
  /** True if the response to a breach is 422 with its message. */
  readonly errorsToClient: boolean;
  /** True if a request with faulty fields of its body gets the response to a right one. */
  readonly completesBodies: boolean;
  /** The number of the latest requests whose headers, body and response are kept. */
  readonly keptRequests: number;
}

export interface Context {
  readonly round: Round;
  readonly provider: Provider;
  readonly options: ResponseOptions;
  readonly sequences: Sequences;
  readonly store: Store;
  readonly ended: AbortSignal;
  readonly log: Log;
}

/** Returns the response to a request in a round, after recording both. */
export async function respond(sent: Sent, context: Context): Promise<Reply> {
  const { options, log } = context;
  try {
    recordSentSecrets(sent);
    if (sent.host === '' || options.hosts.includes(sent.host)) return await respondAsApi(sent, context);
    const what = `${sent.method} ${sent.host}${toTemplate(sent.target.replace(/[?#].*/s, ''))}`;
    log.rejected.push(what);
    const leak = findLeak(sent, context);
    const text = `${what} carries a ${leak} of the API`;
    if (leak) log.unparsed.push({ number: sent.number, at: sent.at, kind: `${leak}-to-other-host`, text });
    return createMessage(
      403,
      `The SDK gate blocked this request: ${sent.host} is not ${options.hosts.join(' or ')}. Use --allow-host or --host.`,
    );
  } catch (error) {
    log.errors.push(`Internal error at ${sent.method} ${sent.host}: ${String(error)}`);
    return createMessage(500, 'Internal error of the SDK gate. See its output.');
  }
}

/** Returns what a request to another host gives away: a value of a token request, or an access token of the API. */
function findLeak(sent: Sent, { store, log }: Context): 'secret' | 'token' | undefined {
  const text = `${sent.head}\n${sent.body}`;
  const holds = (values: readonly string[]) => findSecrets({ ...sent, endpoint: null }, text, values).length > 0;
  const tokens = text.split(/[^\w-]+/).filter((word) => accessToken.test(word));
  if (holds(store.listSecrets())) return 'secret';
  return holds(tokens.concat(log.requests.flatMap(listBearerTokens))) ? 'token' : undefined;
}

async function respondAsApi(sent: Sent, context: Context): Promise<Reply> {
  const match = matchOperation(sent.target);
  const { reply, made } = match ? await respondToOperation(sent, match, context) : respondToOther(sent, context);
  recordIssuedSecrets(reply);
  const { requests } = context.log;
  const before = requests.push(made) - 1 - context.options.keptRequests;
  const earlier = requests[before];
  if (earlier) requests[before] = toSummary(earlier);
  return reply;
}

async function respondToOperation(sent: Sent, match: Match, context: Context) {
  const { round, options, store } = context;
  const json = readExact(sent.body);
  if (match.endpoint === 'oauth-token') store.addSecrets(listSentSecrets(json.value));
  const request: MatchedRequest = { ...sent, ...match, json, secrets: store.listSecrets() };
  const findings = judgeRequest(request, options.strict);
  const step = context.sequences.next(request);
  const breaches = findings.filter(isBreach);
  const completed = options.completesBodies ? completeBody(request, breaches, createGive(context.provider)) : request;
  const rejection = options.errorsToClient ? rejectBreaches(match.endpoint, breaches) : undefined;
  const reply = rejection ?? (await replyTo(completed, step, context));
  if (match.endpoint === 'oauth-token') store.addSecrets(listSentSecrets(parseJson(getReplyText(reply))));
  const all = step ? findings : [...findings, ...findUnexplained(request, reply, findings, context)];
  return { reply, made: recordRequest(round.name, request, reply, all, step) };
}

/** Returns a note if the provider rejects a request with valid credentials and no rule explains it. */
function findUnexplained(request: MatchedRequest, { status }: Reply, found: readonly Judged[], context: Context) {
  const { round, options } = context;
  const isExpected = round !== defaultRound || options.keepCredentials || isKeptToken(request, options.keptTokens);
  if (status < 400 || isExpected || found.some(isBreach)) return [];
  const text = `is rejected with ${status}, and no rule says why`;
  const id = [request.endpoint, 'rejected', text].join(' · ');
  return [{ id, rule: 'rejected', section: '7', level: 'note', place: 'request', text } as const];
}

/** Returns breaches as a response, so that the test that sent them shows them. */
function rejectBreaches(endpoint: Endpoint, breaches: readonly Judged[]): Reply | undefined {
  const shown = breaches.map((judged) => redactJudged(judged, endpoint));
  const sentences = shown.map(({ place, text, section }) => `${place} ${text} (${section})`);
  return sentences.length > 0 ? createMessage(422, `Breach of the contract: ${sentences.join('; ')}`) : undefined;
}

async function replyTo(request: MatchedRequest, step: SequenceStep | undefined, context: Context): Promise<Reply> {
  const [asked] = getHeaderValues(request, REPLY_HEADER);
  if (asked !== undefined && !parseSteps(asked))
    return createMessage(400, `${REPLY_HEADER} is not a sequence of replies. Expected ${grammar}.`);
  // Less where the gate ends before, so that the request is judged all the same.
  if (step?.slowSeconds !== undefined)
    await after(step.slowSeconds * 1000, undefined, { signal: context.ended }).catch(() => {});
  const reply = step?.status === undefined ? await succeed(request, context) : await fail(request, step, context);
  return { ...reply, delivery: step?.delivery ?? 'whole' };
}

/** Returns an error status with the provider's error if it is documented, else with one of the gate. */
async function fail(request: MatchedRequest, step: SequenceStep, { provider }: Context): Promise<Reply> {
  const { status = 0, retryAfter, isDated } = step;
  const error = documentedErrors.find((row) => row.endpoint === request.endpoint && row.status === status);
  const simulated = createMessage(status, `The SDK gate simulates status ${status}, as --replies asks.`);
  const reply = error ? await forward(provider.baseUrl, planError(request, error, createGive(provider))) : simulated;
  const wait = isDated ? new Date(Date.now() + Number(retryAfter) * 1000).toUTCString() : String(retryAfter);
  const added: Header[] = retryAfter === undefined ? [] : [['Retry-After', wait]];
  // A gateway in front of the service has errors of its own, which are not JSON.
  if ([502, 504].includes(status)) return { status, headers: added, body: Buffer.from('Bad Gateway') };
  return { ...reply, headers: [...reply.headers, ...added] };
}

async function succeed(request: MatchedRequest, context: Context): Promise<Reply> {
  const { round, provider, options } = context;
  const { baseUrl } = provider;
  if (round.error?.endpoint === request.endpoint)
    return forward(baseUrl, planError(request, round.error, createGive(provider)));
  if (options.keepCredentials) return forward(baseUrl, planRequest(request));
  const reply = await forward(baseUrl, planSuccess(request, options.keptTokens));
  return storeCreated(request, addStub(request, reply, options.stubs), context);
}

/** Stores the created resource; the response to a preference has the sent fields and those of the provider. */
function storeCreated(request: MatchedRequest, reply: Reply, { round, store }: Context): Reply {
  if (request.method !== 'POST' || reply.status >= 300 || round.variation !== 0) return reply;
  const isPreference = request.endpoint === 'checkout-preferences';
  const added = isPreference ? { date_created: new Date().toISOString() } : {};
  const resource = { ...toObject(request.json.value), ...added, ...toObject(parseJson(getReplyText(reply))) };
  store.add(request.path.replace(/\/$/, ''), resource);
  return isPreference ? { ...reply, ...createJsonReply(reply.status, resource) } : reply;
}

function addStub({ method, path }: MatchedRequest, reply: Reply, stubs: readonly Stub[]): Reply {
  const stub = findStub(stubs, method, path);
  const json = parseJson(getReplyText(reply));
  if (!stub || reply.status >= 300 || !isObject(json)) return reply;
  const headers = reply.headers.filter(([name]) => name.toLowerCase() !== 'content-encoding');
  const { body } = createJsonReply(200, { ...json, ...toObject(stub.body) });
  return { ...reply, headers, body };
}

function respondToOther(sent: Sent, { round, options, store }: Context) {
  const respondWith = (reply: Reply, level: 'breach' | 'note' = 'note') => ({
    reply,
    made: recordOtherRequest(round.name, sent, reply, level),
  });
  const none = createMessage(404, 'This path is not one of the six operations of the reference.');
  if (options.otherPaths !== 'answer') return respondWith(none, options.otherPaths);
  const [path = '', query = ''] = sent.target.split(/\?(.*)/s);
  const stub = findStub(options.stubs, sent.method, path);
  const isProtected = stub?.protected ?? true; // as five of the six are
  if (isProtected && (getBearerToken(sent) === '' || isKeptToken(sent, options.keptTokens)))
    return respondWith(createMessage(401, 'The access token is missing or invalid.'));
  const getStored = () => store.respond(sent.method, path, new URLSearchParams(query), parseJson(sent.body.toString()));
  return respondWith(stub ? createStubReply(stub) : (getStored() ?? none));
}

const ofTheConnection = /^(?:keep-alive:|content-length:|date:|connection: keep-alive$)/i;

function forward(baseUrl: string, { method, target, headers, body }: Plan): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const length: Header[] = body.length > 0 ? [['Content-Length', String(body.length)]] : [];
    const flat = [...headers, ...length, ['Host', new URL(baseUrl).host]].flat();
    const outgoing = request(baseUrl, { method, path: target, headers: flat, agent: false }, (response) => {
      const kept = toPairs(response.rawHeaders).filter(([name, value]) => !ofTheConnection.test(`${name}: ${value}`));
      const { statusCode: status = 0 } = response;
      const toReply = (body: Buffer) => ({ status, headers: kept, body, trailers: toPairs(response.rawTrailers) });
      readBytes(response).then((bytes) => resolve(toReply(bytes)), reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
