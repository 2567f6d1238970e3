/** The kinds of header fields that tell a client how to behave, and what their names look like. */
export const headerKinds = {
  'Retry-After': /^retry-after$/,
  'rate limit': /^(?:x-)?rate-?limit/,
  idempotency: /idempotency|idempotent/,
  'request id': /(?:request|correlation|trace)-?id$|^traceparent$|^x-amzn-trace/,
} as const;

export type HeaderKind = keyof typeof headerKinds;

/** The names of the header fields of a response that are of one of the kinds; names are lower-case. */
export function listNotableHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.keys(headers).filter((name) => getHeaderKind(name) !== undefined);
}

/** The kind of a header field; undefined where it is of none. */
export function getHeaderKind(name: string): HeaderKind | undefined {
  const kinds = Object.keys(headerKinds).filter((kind): kind is HeaderKind => Object.hasOwn(headerKinds, kind));
  return kinds.find((kind) => headerKinds[kind].test(name));
}
