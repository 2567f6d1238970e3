import { type NearMiss, nearMisses } from './miss.ts';
import { alikeTexts, otherTexts } from './texts.ts';

/** The characters that a bearer token may have, and those that a header field may have beside them (RFC 9110, 5.5). */
const inHeader = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** Texts that are almost an access token and can stand in its place in the Authorization header. */
export function nearTokens(right: string): NearMiss[] {
  const all = nearMisses([...otherTexts, ...alikeTexts], right);
  return all.filter(({ value }) => inHeader.test(value));
}

/** Authorization headers that hold an access token and do not send it as a bearer token (RFC 6750, 2.1). */
export function otherAuthorizations(token: string): NearMiss[] {
  const pair = Buffer.from(`user:${token}`).toString('base64');
  return [
    { name: 'the token alone', value: token },
    { name: 'the scheme alone', value: 'Bearer' },
    { name: 'the scheme and the token in one word', value: `Bearer${token}` },
    { name: 'a colon behind the scheme', value: `Bearer: ${token}` },
    { name: 'the scheme Bearers', value: `Bearers ${token}` },
    { name: 'a letter before the scheme', value: `XBearer ${token}` },
    { name: 'the scheme Basic', value: `Basic ${token}` },
    { name: 'the scheme Basic and a pair', value: `Basic ${pair}` },
    { name: 'the scheme Token', value: `Token ${token}` },
    { name: 'the scheme Digest', value: `Digest ${token}` },
    { name: 'two tokens', value: `Bearer ${token}, Bearer ${token}` },
    { name: 'a word before the token', value: `Bearer token ${token}` },
  ];
}
