import { request } from 'node:http';
import { setTimeout as after } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { parseJson } from '#api/exchange';
import { isObject } from '#api/values/json';
import type { MatchedRequest } from '../contract/check.ts';
import { documentedErrors } from '../contract/documented-errors.ts';
import { readExact } from '../contract/exact-json.ts';
import { type Judged, judgeRequest } from '../contract/judge.ts';
import { matchOperation } from '../contract/match.ts';
import { type RecordedRequest, recordOtherRequest, recordRequest } from '../record/record.ts';
import { defaultRound } from '../replies/rounds.ts';
import { grammar, parseSteps, REPLY_HEADER, type Step } from '../replies/sequences.ts';
import { getReplyText, isZipped } from '../wire/coding.ts';
import { toPairs } from '../wire/http1.ts';
import { createMessage, getHeaderValues, type Header, type Reply, readBytes, type Sent } from '../wire/traffic.ts';
import type { AnsweringOptions, Desk } from './desk.ts';
import { createGive, type Plan, planError, planRequest } from './plan.ts';
import { createJsonReply, toObject } from './store.ts';
import { findStub, type Stub } from './stubs.ts';
import { isKeptToken, type Swap, swapCredentials } from './swapped-credentials.ts';

/** Returns the answers to the requests of one round, which stand in the log when they are given. */
export function createAnswering(desk: Desk) {
  return async (sent: Sent): Promise<Reply> => {
    try {
      if (!desk.options.hosts.includes(sent.host)) return rejectHost(sent, desk);
      return await answer(sent, desk);
    } catch (error) {
      desk.log.errors.push(`The gate failed at ${sent.method} ${sent.host}: ${String(error)}`);
      return createMessage(500, 'The SDK gate itself failed at this request: see its output.');
    }
  };
}

function rejectHost({ method, host, target }: Sent, { options, log }: Desk): Reply {
  log.refused.push(`${method} ${host}${target.replace(/[?#].*/s, '')}`);
  return createMessage(403, `The SDK gate lets nothing out: ${host} is not ${options.hosts.join(' or ')}.`);
}

async function answer(sent: Sent, desk: Desk): Promise<Reply> {
  const { round, options } = desk;
  const match = matchOperation(sent.target);
  if (!match) {
    const { reply, level } = answerOther(sent, desk);
    return recorded(sent, reply, recordOtherRequest(round.name, sent, reply, level), desk);
  }
  const request: MatchedRequest = { ...sent, ...match, json: readExact(sent.body) };
  const findings = judgeRequest(request, options.strict);
  const step = desk.sequences.next(request);
  const reply = (options.errorsToClient && rejectBreaches(findings)) || (await replyTo(request, step, desk));
  const all = step ? findings : [...findings, ...unexplained(request, reply, findings, desk)];
  return recorded(request, reply, recordRequest(round.name, request, reply, all, step), desk);
}

/** Notes that the provider rejects a request with valid credentials and that no rule says why. */
function unexplained(request: MatchedRequest, { status }: Reply, found: readonly Judged[], desk: Desk): Judged[] {
  const { round, options } = desk;
  const isExpected = round !== defaultRound || options.keepCredentials || isKeptToken(request, options.keptTokens);
  if (status < 400 || isExpected || found.some(({ level }) => level === 'breach')) return [];
  const { endpoint } = request;
  const text = `is rejected with ${status}, and no rule says why`;
  const id = [endpoint, 'rejected', text].join(' · ');
  return [{ id, rule: 'rejected', section: '7', level: 'note', place: 'request', text }];
}

function recorded(sent: Sent, reply: Reply, record: RecordedRequest, { log, options }: Desk): Reply {
  log.requests.push(record);
  options.witness?.(sent, reply, record);
  return reply;
}

/** Returns breaches as an answer, so that the test that sent them shows them. */
function rejectBreaches(findings: readonly Judged[]): Reply | undefined {
  const breaches = findings.filter(({ level }) => level === 'breach');
  const sentences = breaches.map(({ place, text, section }) => `${place} ${text} (${section})`);
  return breaches.length > 0 ? createMessage(422, `Breach of the contract: ${sentences.join('; ')}`) : undefined;
}

async function replyTo(request: MatchedRequest, step: Step | undefined, desk: Desk): Promise<Reply> {
  const [asked] = getHeaderValues(request, REPLY_HEADER);
  if (asked !== undefined && !parseSteps(asked))
    return createMessage(400, `${REPLY_HEADER} is no sequence of replies: give ${grammar}.`);
  if (step?.slowSeconds !== undefined) await delay(step.slowSeconds, desk);
  const reply = step?.status === undefined ? await usual(request, desk) : await failing(request, step, desk);
  return { ...reply, delivery: step?.delivery ?? 'whole' };
}

/** Waits; less where the gate ends before, so that what it has read is judged all the same. */
async function delay(seconds: number, { ended }: Desk): Promise<void> {
  await after(seconds * 1000, undefined, { signal: ended }).catch(() => {});
}

/** Returns an error status as the provider answers it where it is documented, else as the gate does. */
async function failing(request: MatchedRequest, { status = 0, retryAfter }: Step, { provider }: Desk): Promise<Reply> {
  const error = documentedErrors.find((row) => row.endpoint === request.endpoint && row.status === status);
  const reply = error
    ? await forward(provider.baseUrl, planError(request, error, createGive(provider)))
    : createMessage(status, `The SDK gate was asked to answer ${status}.`);
  if (retryAfter === undefined) return reply;
  return { ...reply, headers: [...reply.headers, ['Retry-After', String(retryAfter)]] };
}

async function usual(request: MatchedRequest, desk: Desk): Promise<Reply> {
  const { round, provider, options } = desk;
  const { baseUrl, choices } = provider;
  const give = createGive(provider);
  if (round.error?.endpoint === request.endpoint) return forward(baseUrl, planError(request, round.error, give));
  if (options.keepCredentials) return forward(baseUrl, planRequest(request, {}));
  const { plan, swaps } = swapCredentials(request, give, options.keptTokens, choices);
  const reply = remembered(request, swapBack(await forward(baseUrl, plan), swaps), desk);
  return withStub(request, reply, options.stubs);
}

/** Returns what an answer created is kept; a preference is answered with what it was sent plus what the provider adds. */
function remembered(request: MatchedRequest, reply: Reply, { round, store }: Desk): Reply {
  const answered = parseJson(getReplyText(reply));
  if (request.method !== 'POST' || reply.status >= 300 || round.variation !== 0) return reply;
  const added = request.endpoint === 'checkout-preferences' ? { date_created: new Date().toISOString() } : {};
  const resource = { ...toObject(request.json.value), ...added, ...toObject(answered) };
  store.created(request.path.replace(/\/$/, ''), resource);
  return request.endpoint === 'checkout-preferences' ? { ...reply, ...createJsonReply(reply.status, resource) } : reply;
}

/** Adds the fields of a stub to a success of one of the six. */
function withStub({ method, path }: MatchedRequest, reply: Reply, stubs: readonly Stub[]): Reply {
  const stub = findStub(stubs, method, path);
  const answered = parseJson(getReplyText(reply));
  if (!stub || reply.status >= 300 || !isObject(answered)) return reply;
  const headers = reply.headers.filter(([name]) => name.toLowerCase() !== 'content-encoding');
  return {
    ...reply,
    headers,
    body: createJsonReply(200, { ...answered, ...toObject(parseJson(getReplyText(stub))) }).body,
  };
}

/** Returns the answer to a request that is none of the six operations, and what it weighs. */
function answerOther(sent: Sent, { options, store }: Desk): { reply: Reply; level: 'breach' | 'note' } {
  const none = createMessage(404, 'The SDK gate knows the six operations of the reference, and this is none of them.');
  if (options.otherPaths !== 'answer') return { reply: none, level: options.otherPaths };
  const [path = '', query = ''] = sent.target.split(/\?(.*)/s);
  const stub = findStub(options.stubs, sent.method, path);
  if (isRejected(sent, stub, options))
    return { reply: createMessage(401, 'The access token is missing or invalid.'), level: 'note' };
  const stored = () => store.answer(sent.method, path, new URLSearchParams(query), parseJson(sent.body.toString()));
  return { reply: stub ?? stored() ?? none, level: 'note' };
}

/** Rejects tokens on other paths as on the six; a stub may be of a path that takes none. */
function isRejected(sent: Sent, stub: Reply | undefined, { keptTokens }: AnsweringOptions): boolean {
  return getHeaderValues(sent, 'authorization').length === 0 ? !stub : isKeptToken(sent, keptTokens);
}

/** Holds headers that the recorder writes itself. */
const ofTheConnection = /^(?:keep-alive|content-length|date)$/i;

/** Sends a plan to the embedded provider and reads its answer as it stands on the wire. */
function forward(baseUrl: string, { method, target, headers, body }: Plan): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const length: Header[] = body.length > 0 ? [['Content-Length', String(body.length)]] : [];
    const flat = [...headers, ...length, ['Host', new URL(baseUrl).host]].flat();
    const outgoing = request(baseUrl, { method, path: target, headers: flat, agent: false }, (response) => {
      readBytes(response).then(
        (bytes) => resolve({ status: response.statusCode ?? 0, headers: kept(response.rawHeaders), body: bytes }),
        reject,
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Returns the answer with the SDK's own names in place of the embedded provider's. */
function swapBack(reply: Reply, swaps: readonly Swap[]): Reply {
  const text = getReplyText(reply);
  const swapped = swaps.reduce((result, [given, sent]) => result.replaceAll(given, quoted(sent)), text);
  if (swapped === text) return reply;
  return { ...reply, body: isZipped(reply) ? gzipSync(swapped) : Buffer.from(swapped) };
}

function quoted(text: string): () => string {
  return () => JSON.stringify(text).slice(1, -1);
}

function kept(raw: readonly string[]): Header[] {
  return toPairs(raw).filter(
    ([name, value]) => !ofTheConnection.test(name) && !/^connection: keep-alive$/i.test(`${name}: ${value}`),
  );
}
