import { type Fault, lettingIn, type Patch, sendingRefusal } from '../../fault.ts';
import type { Wire } from '../../http/wire.ts';
import { bodyMember, type Call, textMember } from '../../operation.ts';
import { inHtml } from '../bodies.ts';
import { is, isList, isMalformed, isNo } from '../found.ts';
import { rowsOf } from '../row.ts';

const { row, fails } = rowsOf('oauth-token', 'token');

/** Bad requests that fail inside the service, and refusals that give a secret away. */
export const tokenBadInputFaults: readonly Fault[] = [
  fails('TOK-26', 'empty-fails', 'An empty body makes the service fail.', isEmpty),
  row('TOK-26', 'malformed-let-in', 'Malformed JSON is answered with a token.', lettingIn(isMalformed)),
  row('TOK-27', 'list-let-in', 'A list is answered with a token.', lettingIn(isList)),
  fails('TOK-27', 'null-fails', 'The body null makes the service fail.', isNull),
  fails('TOK-27', 'list-fails', 'A list makes the service fail.', isList),
  row('TOK-29', 'secret-cut', 'The refusal of a wrong client_secret breaks off.', sendingRefusal(cutShort)),
  row('TOK-46', 'request-repeated', 'A refusal repeats the request.', repeating(wholeRequest)),
  row('TOK-46', 'secret-repeated', 'A refusal for a wrong secret repeats it.', repeating(secret)),
  row('TOK-46', 'secret-in-header', 'A refusal repeats the secret in a header.', sendingRefusal(inHeader)),
  fails('TOK-47', 'client-fails', 'A client_id that is no text fails.', isNo('client_id', 'string')),
  fails('TOK-47', 'secret-fails', 'A client_secret null fails.', is('client_secret', null)),
  fails('TOK-47', 'code-fails-typed', 'A code that is an object fails.', isObjectCode),
  fails('TOK-47', 'flag-typed', 'A test_token that is no text fails.', isNo('test_token', 'string')),
  row('TOK-47', 'typed-html', 'A wrong type is refused in HTML.', inHtml(isNo('client_id', 'string'))),
];

function isEmpty({ body }: Call): boolean {
  return body.text === '';
}

function isNull({ body }: Call): boolean {
  return body.value === null;
}

function isObjectCode(call: Call): boolean {
  return typeof (bodyMember(call, 'code') ?? '') === 'object';
}

// Of one refusal only: a target that breaks off everywhere counts as out of reach.
function cutShort(wire: Wire): Wire {
  return wire.text.includes('invalid_client') ? { ...wire, sent: 9 } : wire;
}

function repeating(what: (call: Call) => string): Patch {
  return sendingRefusal((wire, call) => {
    const text = JSON.stringify({ ...JSON.parse(wire.text), received: what(call) });
    return { ...wire, text };
  });
}

function wholeRequest({ body }: Call): string {
  return body.text;
}

function secret(call: Call): string {
  return textMember(call, 'client_secret') ?? '';
}

function inHeader(wire: Wire, call: Call): Wire {
  return { ...wire, headers: { ...wire.headers, 'X-Received': encodeURIComponent(secret(call)) } };
}
