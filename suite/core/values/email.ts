const word = "[\\w!#$%&'*+/=?^`{|}~\\u0080-\\u{10ffff}-]+";
const quoted = '"(?:[^"\\\\\\p{Cc}]|\\\\[ -~])*"';
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]*[\\p{L}\\p{M}\\p{N}])?';
const address = new RegExp(
  `^(?:${word}(?:\\.${word})*|${quoted})@(?:${label}(?:\\.${label})+|\\[[\\w.:]+\\])$`,
  'u',
);

/**
 * Whether a text is an e-mail address: a local part of words or in quotes (RFC 5321, 4.1.2), in letters of any alphabet
 * (RFC 6531, 3.3), at a domain of two labels or more, as one has to be fully qualified (2.3.5), or at an address literal.
 */
export function isEmail(text: string): boolean {
  return address.test(text);
}
