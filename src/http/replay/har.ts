import { getField, parseJson, type SentRequest } from '#api/exchange';
import { isObject } from '#api/values/json';
import type { ExchangeLine } from '#run/channels';
import { sha256 } from '#run/digest';
import { readText } from '#run/file';
import type { Replay } from '#run/run-context';
import uses from '#run/settings/uses.json' with { type: 'json' };

/** The facts of a run that a replay needs, apart from its exchanges. */
export interface Recording extends Omit<Replay, 'file'> {
  /** The settings by which the requests were made, as they are written. */
  readonly settings: Readonly<Record<string, string>>;
  readonly lost: number;
}

/** HAR 1.2; what begins with an underscore is our own, as the format allows. */
interface Har {
  readonly log: {
    readonly entries: readonly Entry[];
    readonly _recording: Recording;
    /** The digest of the recording and of its entries, by which a change is noticed. */
    readonly _sha256: string;
  };
}

type Entry = ReturnType<typeof toEntry>;

export function toHarText(recording: Recording, exchanges: readonly ExchangeLine[]): string {
  const entries = exchanges.map(toEntry);
  const log = {
    version: '1.2',
    creator: { name: 'payments-conformance', version: recording.suite.version },
    comment: 'Every secret is replaced by a pseudonym of the same shape, the same one everywhere.',
    _recording: recording,
    _sha256: computeDigest(recording, entries),
    entries,
  };
  return `${JSON.stringify({ log } satisfies Har)}\n`;
}

/** Reads the HAR file of a run; throws if it is none or was changed. */
export function readHar(file: string): { readonly recording: Recording; readonly exchanges: readonly ExchangeLine[] } {
  const use = 'Use the exchanges.har of a run with HAR=1.';
  const har = parseJson(readText(file, use));
  const foreign = new Error(`${file} is not a recording of this suite. ${use}`);
  if (!isOurs(har)) throw foreign;
  const { entries, _recording: recording, _sha256 } = har.log;
  if (computeDigest(recording, entries) !== _sha256)
    throw new Error(`${file} was changed after it was written. Use the original exchanges.har of the run.`);
  try {
    return { recording, exchanges: entries.map(toExchange) };
  } catch {
    throw foreign; // others can write a digest too
  }
}

/** Returns true if a file has the facts of a run, and a digest, which vouches for the rest. */
function isOurs(value: unknown): value is Har {
  const log = getField(value, 'log');
  const recording = getField(log, '_recording');
  const suite = getField(recording, 'suite');
  const facts = ['run', 'started'].map((name) => getField(recording, name));
  const texts = [...facts, ...['version', 'commit', 'register'].map((name) => getField(suite, name))];
  const isWhole = [...texts, getField(log, '_sha256')].every((text) => typeof text === 'string');
  return Array.isArray(getField(log, 'entries')) && isObject(getField(recording, 'settings')) && isWhole;
}

function computeDigest(recording: Recording, entries: readonly Entry[]): string {
  return sha256(JSON.stringify([recording, entries]));
}

const both = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 };

function toEntry({ scope, of, at, request, response, failure }: ExchangeLine) {
  const time = response?.milliseconds ?? 0;
  return {
    startedDateTime: new Date(at).toISOString(),
    time,
    request: toHarRequest(request),
    response: toHarResponse(response, failure),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    _scope: scope,
    _of: of,
    ...(response?.flaw === undefined ? {} : { _flaw: response.flaw }),
    ...(failure ? { _failure: failure } : {}),
  };
}

function toHarRequest({ method, url, headers, body }: SentRequest) {
  return {
    method,
    url,
    ...both,
    headers: toList(headers),
    queryString: URL.canParse(url) ? toList(Object.fromEntries(new URL(url).searchParams)) : [],
    ...(body === undefined ? {} : { postData: { mimeType: headers['content-type'] ?? '', text: body } }),
    bodySize: Buffer.byteLength(body ?? ''),
  };
}

function toHarResponse(response: ExchangeLine['response'], failure: ExchangeLine['failure']) {
  const { status = 0, headers = {}, text = '' } = response ?? {};
  return {
    status,
    statusText: failure?.words ?? '',
    ...both,
    headers: toList(headers),
    content: { size: Buffer.byteLength(text), mimeType: headers['content-type'] ?? '', text },
    redirectURL: headers.location ?? '',
    bodySize: -1,
  };
}

function toExchange({ _scope, _of, _flaw, _failure, startedDateTime, time, request, response }: Entry): ExchangeLine {
  const { method, url, postData } = request;
  const { status, content } = response;
  const headers = toRecord(response.headers);
  const flaw = _flaw === undefined ? {} : { flaw: _flaw };
  return {
    scope: _scope,
    of: _of,
    at: Date.parse(startedDateTime),
    request: { method, url, headers: toRecord(request.headers), ...(postData ? { body: postData.text } : {}) },
    ...(_failure
      ? { failure: _failure }
      : { response: { status, headers, text: content.text, milliseconds: time, ...flaw } }),
  };
}

type Fields = readonly { readonly name: string; readonly value: string }[];

function toList(fields: Readonly<Record<string, string>>): Fields {
  return Object.entries(fields).map(([name, value]) => ({ name, value }));
}

function toRecord(fields: Fields): Record<string, string> {
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]));
}

/** The settings that decide which requests are sent, and the conditions of the verdict. */
export const recordedSettings: readonly string[] = uses.recorded;

/** The only settings that a recording may hold: they change what is asked, and run nothing. */
const allowed: readonly string[] = [...recordedSettings, 'SEED', 'RUN_ID', 'BASE_URL', 'TARGET', 'TARGET_BUILD'];

/** Returns the settings of the replay of a recording. Throws if it holds another: others may have written it. */
export function getReplaySettings({ settings }: Recording): Record<string, string> {
  const [name] =
    Object.entries(settings).find(([key, value]) => !allowed.includes(key) || typeof value !== 'string') ?? [];
  if (name !== undefined)
    throw new Error(`The recording sets ${name}, which is not allowed. Expected only texts for ${allowed.join(', ')}.`);
  const none = Object.fromEntries([...recordedSettings, ...uses.unsetInReplay].map((key) => [key, '']));
  return { ...none, ALLOW_LIVE: '1', MAX_RPS: '100000', ...settings }; // nothing is created or deleted
}
