const WIDTH = 80;

/** A text in lines of a terminal, each behind the same indentation; a word that is longer keeps a line of its own. */
export function wrap(text: string, indent = ''): string[] {
  const lines = [indent];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1) ?? '';
    const isFirst = last === indent;
    if (!isFirst && last.length + 1 + word.length > WIDTH) lines.push(`${indent}${word}`);
    else lines[lines.length - 1] = `${last}${isFirst ? '' : ' '}${word}`;
  }
  return lines;
}
