import { readFileSync } from 'node:fs';
import { getField, parseJson } from '#api/exchange';
import type { Subject } from '#api/requirement';
import type { ExchangeLine } from '#run/channel-table';
import { sha256 } from '#run/digest';

/** Describes what a replay needs to know of a run besides its exchanges. */
export interface Recording {
  /** Whose exchanges they are: those of a client are evidence, and no run can ask for them again. */
  readonly subject?: Subject;
  readonly run: string;
  readonly started: string;
  readonly suite: { readonly version: string; readonly commit: string; readonly register: string };
  /** The settings by which the requests were made, as they are written. */
  readonly settings: Readonly<Record<string, string>>;
  /** Counts how many exchanges there was no room for. */
  readonly lost: number;
}

interface Har {
  readonly log: {
    readonly version: '1.2';
    readonly creator: { readonly name: string; readonly version: string };
    readonly comment: string;
    readonly entries: readonly Entry[];
    readonly _recording: Recording;
    /** The digest of the recording and of its entries, by which a change is noticed. */
    readonly _sha256: string;
  };
}

const COMMENT = 'Every secret is replaced by a stand-in of the same shape, the same one wherever it stands.';

/** The text of a HAR file of exchanges. */
export function harText(recording: Recording, exchanges: readonly ExchangeLine[]): string {
  const entries = exchanges.map(entryOf);
  const log: Har['log'] = {
    version: '1.2',
    creator: { name: 'payments-conformance', version: recording.suite.version },
    comment: COMMENT,
    _recording: recording,
    _sha256: digestOf(recording, entries),
    entries,
  };
  return `${JSON.stringify({ log } satisfies Har)}\n`;
}

/** Returns what a HAR file of a run holds; throws one sentence where it is none, is a client's, or was changed. */
export function readHar(file: string): {
  readonly recording: Recording;
  readonly exchanges: readonly ExchangeLine[];
} {
  const har = parseJson(textOf(file));
  if (!isOurs(har))
    throw new Error(`${file} is no recording of this suite: name the exchanges.har that a run with HAR=1 left.`);
  const { entries, _recording: recording, _sha256 } = har.log;
  if (digestOf(recording, entries) !== _sha256)
    throw new Error(`${file} was changed after it was written: take the file that the run left.`);
  if (recording.subject === 'client')
    throw new Error(
      `${file} is a recording of a client, whose requests no replay can make: name the exchanges.har of a service.`,
    );
  return { recording, exchanges: entries.map(exchangeOf) };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new Error(`${file} cannot be read (${String(code)}): name the exchanges.har of a run.`);
  }
}

/** Returns what is inside, the digest vouches for: a file of another program has none. */
function isOurs(value: unknown): value is Har {
  const log = getField(value, 'log');
  return (
    Array.isArray(getField(log, 'entries')) &&
    typeof getField(log, '_recording') === 'object' &&
    typeof getField(log, '_sha256') === 'string'
  );
}

function digestOf(recording: Recording, entries: readonly Entry[]): string {
  return sha256(JSON.stringify([recording, entries]));
}

type Fields = readonly { readonly name: string; readonly value: string }[];

/** An exchange as HAR 1.2 has it; what begins with an underscore is our own, as the format allows. */
interface Entry {
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly httpVersion: string;
    readonly cookies: readonly [];
    readonly headers: Fields;
    readonly queryString: Fields;
    readonly postData?: { readonly mimeType: string; readonly text: string };
    readonly headersSize: -1;
    readonly bodySize: number;
  };
  readonly response: {
    /** 0 where no answer came. */
    readonly status: number;
    readonly statusText: string;
    readonly httpVersion: string;
    readonly cookies: readonly [];
    readonly headers: Fields;
    readonly content: { readonly size: number; readonly mimeType: string; readonly text: string };
    readonly redirectURL: string;
    readonly headersSize: -1;
    readonly bodySize: -1;
  };
  readonly cache: Readonly<Record<string, never>>;
  readonly timings: { readonly send: 0; readonly wait: number; readonly receive: 0 };
  readonly _scope: string;
  readonly _of: ExchangeLine['of'];
  readonly _flaw?: string;
  readonly _failure?: ExchangeLine['failure'];
}

/** An exchange as an entry. */
function entryOf({ scope, of, at, request, answer, failure }: ExchangeLine): Entry {
  const time = answer?.milliseconds ?? 0;
  const text = answer?.text ?? '';
  const usual = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 } as const;
  return {
    startedDateTime: new Date(at).toISOString(),
    time,
    request: {
      method: request.method,
      url: request.url,
      ...usual,
      headers: fieldsOf(request.headers),
      queryString: queryOf(request.url),
      ...(request.body === undefined
        ? {}
        : { postData: { mimeType: request.headers['content-type'] ?? '', text: request.body } }),
      bodySize: Buffer.byteLength(request.body ?? ''),
    },
    response: {
      status: answer?.status ?? 0,
      statusText: failure?.words ?? '',
      ...usual,
      headers: fieldsOf(answer?.headers ?? {}),
      content: {
        size: Buffer.byteLength(text),
        mimeType: answer?.headers['content-type'] ?? '',
        text,
      },
      redirectURL: answer?.headers.location ?? '',
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    _scope: scope,
    _of: of,
    ...(answer?.flaw === undefined ? {} : { _flaw: answer.flaw }),
    ...(failure ? { _failure: failure } : {}),
  };
}

/** The exchange that an entry was made of. */
function exchangeOf({ _scope, _of, _flaw, _failure, startedDateTime, time, request, response }: Entry): ExchangeLine {
  const { method, url, postData } = request;
  const { status, content } = response;
  const flaw = _flaw === undefined ? {} : { flaw: _flaw };
  const answer = {
    status,
    headers: headersOf(response.headers),
    text: content.text,
    milliseconds: time,
    ...flaw,
  };
  return {
    scope: _scope,
    of: _of,
    at: Date.parse(startedDateTime),
    request: {
      method,
      url,
      headers: headersOf(request.headers),
      ...(postData ? { body: postData.text } : {}),
    },
    ...(_failure ? { failure: _failure } : { answer }),
  };
}

function fieldsOf(headers: Readonly<Record<string, string>>): Fields {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

function headersOf(fields: Fields): Record<string, string> {
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]));
}

function queryOf(url: string): Fields {
  if (!URL.canParse(url)) return [];
  return [...new URL(url).searchParams].map(([name, value]) => ({ name, value }));
}
