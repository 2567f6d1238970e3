import type { ExchangeLine } from '#run/channel-table';

type Fields = readonly { readonly name: string; readonly value: string }[];

/** An exchange as HAR 1.2 has it; what begins with an underscore is our own, as the format allows. */
export interface Entry {
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
export function entryOf({ scope, of, at, request, answer, failure }: ExchangeLine): Entry {
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
export function exchangeOf({
  _scope,
  _of,
  _flaw,
  _failure,
  startedDateTime,
  time,
  request,
  response,
}: Entry): ExchangeLine {
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
