/** Returns the message for what Commander says of a wrong command line: what is wrong, then what to do. */
export function messageFor(text: string): string {
  const [first = '', suggestion = ''] = text
    .replace(/^error: /, '')
    .trim()
    .split('\n');
  const [, kind, word = ''] = /^(unknown (?:command|option)) '(.*)'$/.exec(first) ?? [];
  const [, meant] = /^\(Did you mean (.*)\?\)$/.exec(suggestion) ?? [];
  const what = kind === undefined ? first.replace(/\.$/, '') : `${kind} ${word}`;
  const sentence = `${what.charAt(0).toUpperCase()}${what.slice(1)}.`;
  if (meant !== undefined) return `${sentence} Did you mean ${meant}?`;
  return /\b(?:Use|Expected|Give|Did you mean)\b/.test(sentence) ? sentence : `${sentence} Use --help.`;
}
