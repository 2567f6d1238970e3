/** The kinds of header fields that tell a client how to behave, with the patterns of their names. */
export const headerKinds = {
  'Retry-After': /^retry-after$/,
  'rate limit': /^(?:x-)?rate-?limit/,
  idempotency: /idempotency|idempotent/,
  'request id': /(?:request|correlation|trace)-?id$|^traceparent$|^x-amzn-trace/,
} as const;

export type HeaderKind = keyof typeof headerKinds;

/** Returns the names of a response's header fields that are of one of the kinds; names are lower-case. */
export function listNotableHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.keys(headers).filter((name) => getHeaderKind(name) !== undefined);
}

/** Returns the kind of a header field; undefined if it has none. */
export function getHeaderKind(name: string): HeaderKind | undefined {
  const kinds = Object.keys(headerKinds).filter((kind): kind is HeaderKind => Object.hasOwn(headerKinds, kind));
  return kinds.find((kind) => headerKinds[kind].test(name));
}
