import { stripVTControlCharacters } from 'node:util';

/** An exchange as it was attached to a test, in its parts. */
export interface ExchangeParts {
  /** The shell lines that send it: those that set its variables, then one curl. */
  readonly command: string;
  readonly status: string;
  readonly headers: readonly string[];
  readonly body: string;
}

/** Returns the parts of the text of an exchange; undefined where it is written otherwise. */
export function exchangeParts(text: string): ExchangeParts | undefined {
  const clean = stripVTControlCharacters(text).trim();
  const start = clean.search(/^\$ /m);
  const answer = /\n\n(\d{3}) in [^\n]*(?:\n|$)/.exec(clean);
  if (start < 0 || !answer) return undefined;
  const command = clean.slice(start, answer.index).replace(/^\$ /gm, '');
  const rest = clean.slice(answer.index + answer[0].length);
  const end = rest.indexOf('\n\n');
  const [head, body] = end < 0 ? [rest, ''] : [rest.slice(0, end), rest.slice(end + 2)];
  return { command: inLines(command), status: answer[1] ?? '', headers: head.split('\n'), body };
}

/** Returns a command with `curl -i` and an option a line, each behind a backslash: copied by hand it stays one command. */
function inLines(command: string): string {
  const at = command.search(/^curl /m);
  if (at < 0) return command;
  const words = shellWords(command.slice(at));
  const [, ...rest] = words[1] === '-i' ? words.slice(1) : words;
  const lines: string[] = [];
  for (const [index, word] of rest.entries())
    if (index > 0 && takesValue(rest[index - 1] ?? '')) lines.push(`${lines.pop()} ${word}`);
    else lines.push(word);
  const [first = '', ...others] = lines[0]?.startsWith('-X') ? lines : ['', ...lines];
  return command.slice(0, at) + [`curl -i ${first}`.trim(), ...others].join(' \\\n  ');
}

function takesValue(word: string): boolean {
  return /^(?:-[A-Zo]|--(?:data|data-raw|data-binary|header|request|url|path-as-is=\w+))$/.test(word);
}

/** The words of a shell line as they are written, with their quotes. */
function shellWords(line: string): string[] {
  return line.match(/(?:'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\\[\s\S]|[^\s'"\\])+/g) ?? [];
}
