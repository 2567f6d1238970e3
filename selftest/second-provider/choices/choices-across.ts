import type { Pick } from './pick.ts';

/** Returns how an answer travels. */
export const wire = (pick: Pick) => ({
  mediaType: pick(
    'application/json',
    'Application/JSON;charset=UTF-8',
    'application/vnd.api+json',
    'application/json ; profile="a; b"',
  ),
  errorMediaType: pick('the same', 'application/problem+json', 'APPLICATION/Problem+JSON; charset=utf-8'),
  jsonText: pick('compact', 'pretty', 'escaped'),
  extras: pick('none', 'after', 'before', 'reversed'),
  framing: pick('length', 'chunked'),
  coding: pick('identity', 'gzip', 'br', 'deflate'),
  connection: pick('keep-alive', 'close'),
  headers: pick('usual', 'odd'),
  earlyHints: pick('none', 'sent'),
  // Milliseconds before an answer: rarely any, so that many forms can be tried in a short time.
  delay: pick(0, 0, 0, 0, 50),
  requestMediaType: pick('any', 'json only'),
  baseUrl: pick('bare', 'with a final slash'),
});

/** Returns how an error is written. */
export const errors = (pick: Pick) => ({
  shape: pick('flat', 'list', 'fault', 'problem', 'array', 'odd name', 'deep', 'text'),
  labels: pick('as listed', 'UPPER_SNAKE', 'lower words', 'closed up'),
  uncoded: pick('with a code of its own', 'empty'),
});

/** Returns what ids, secrets and tokens look like, and who may use them. */
export const credentials = (pick: Pick) => ({
  clientId: pick('numeric', 'alphanumeric', 'punctuated'),
  secrets: pick('plain', 'awkward'),
  separator: pick('-', '.', '_', '', '~~'),
  tail: pick('hex', 'digits', 'base64url', 'dotted'),
  hoursFromUtc: pick(0, -4, 14, -12),
  userIds: pick('small', 'large'),
  resourceIds: pick('plain', 'awkward'),
  scheme: pick('any case', 'exact'),
  testTokens: pick('accepted', 'refused'),
  foreignTokens: pick('accepted', 'refused'),
});
