/** Matches what steers a terminal, turns a text, cannot be seen or is invalid in XML, but not line feed and tab. */
const steering = new RegExp(
  [
    '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e',
    '\\u2060-\\u206f\\ufeff\\ufff0-\\ufffb\\ufffe\\uffff\\u{e0000}-\\u{e0fff}]|\\p{Surrogate}',
  ].join(''),
  'gu',
);

/** Commands of a log of CI: after white space, or anywhere. */
const commands: readonly [RegExp, string][] = [
  [/^([^\S\r\n\u2028\u2029]*)::/gm, '$1\\::'],
  [/##(?=\[|vso\[|teamcity\[)/g, '#\\#'],
];

/** Escapes the control characters of a text, so that they show and have no effect. Escaped text stays as it is. */
export function escapeControls(text: string): string {
  const shown = text.replaceAll('\r\n', '\n').replace(steering, asEscape);
  return commands.reduce((clean, [pattern, written]) => clean.replace(pattern, written), shown);
}

/** Escapes a text to one line, so that it cannot imitate another line. */
export function escapeToLine(text: string): string {
  return escapeControls(text).replaceAll('\n', '\\n');
}

/** Writes a character as escapes of JSON. */
export function asEscape(character: string): string {
  return Buffer.from(character, 'utf16le').swap16().toString('hex').replace(/.{4}/g, '\\u$&');
}

/** Escapes a text for a regular expression that matches it. */
export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Returns a URL without user, password, query and fragment, for a report. */
export function toPublicUrl(url: string): string {
  return URL.canParse(url) ? url.replace(/[?#].*$/s, '').replace(/^(\w+:\/\/)[^/]*@/, '$1') : url;
}

const SLACK = 65_536;

/** Redacts a text and cuts it, at a cost independent of its length; no half of a secret is left at the cut. */
export function excerpt(text: string, longest: number, redact: (text: string) => string): string {
  const kept = longest + SLACK;
  if (text.length <= kept) {
    const clean = redact(text); // before it is cut: half a secret would not be found
    return clean.length > longest ? `${clean.slice(0, longest)}… (${clean.length} characters)` : clean;
  }
  const clean = redact(text.slice(0, kept));
  return `${clean.slice(0, Math.max(0, Math.min(longest, clean.length - SLACK)))}… (${text.length} characters)`;
}

/** Cuts a text that is too long. */
export function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
