import { sanitize } from '#redaction/redact';
import { markdown } from '#reporters/markdown';
import { getDocument } from '../tools/page-document.ts';
import { type Attack, attack, attacksBy, getResponse } from './attack.ts';

const FORGED = 'Verdict: CONFORMANT';

const bytes: Readonly<Record<string, string>> = {
  'clear the screen': '\u001b[2J',
  'home the cursor': '\u001b[H',
  'go up ten lines': '\u001b[10A',
  'erase the line': '\u001b[2K',
  'hide the text': '\u001b[8m',
  'a sequence in a sequence': '\u001b\u001b[0m[2J',
  'a sequence in two': '\u001b[\u001b[31m2J',
  'a C1 sequence': '\u009b2J',
  'a C1 string': '\u009d52;c;eA==\u009c',
  'write the clipboard (OSC 52)': '\u001b]52;c;Q09ORk9STUFOVA==\u0007',
  'a link (OSC 8)': '\u001b]8;;https://evil.example\u0007text\u001b]8;;\u0007',
  'a title (OSC 0)': '\u001b]0;CONFORMANT\u0007',
  'an unended OSC': '\u001b]0;CONFORMANT',
  'a device string (DCS)': '\u001bP1$r0m\u001b\\',
  'a private message (PM)': '\u001b^x\u001b\\',
  'an application command (APC)': '\u001b_x\u001b\\',
  'a reset (RIS)': '\u001bc',
  'the other character set (SO)': '\u000e',
  'return to the start of the line': 'x\r',
  'a return before a new line': 'x\r\r\n',
  'step back': '\b\b\b',
  bell: '\u0007',
  'a zero': '\u0000',
  'a vertical tab': '\u000b',
  'a form feed': '\u000c',
  delete: '\u007f',
  'next line (C1)': '\u0085',
  'right to left, override': '\u202e',
  'left to right, override': '\u202d',
  'right to left, embedding': '\u202b',
  'right to left, isolate': '\u2067',
  'end of an isolate': '\u2069',
  'right to left, mark': '\u200f',
  'Arabic letter mark': '\u061c',
  'a space of no width': '\u200b',
  'a joiner of no width': '\u200d',
  'a word joiner': '\u2060',
  'a byte order mark inside': 'x\ufeff',
  'a soft hyphen': '\u00ad',
  'a line separator': '\u2028',
  'a paragraph separator': '\u2029',
  'an annotation': '\ufff9',
  'letters of tags': '\u{e0041}\u{e0042}',
  'no character of XML': '\uffff',
};

const lines = [
  ...['::add-mask::CONFORMANT', '::stop-commands::x', '  ::error file=a,line=1::forged'],
  ...['\t::set-output name=verdict::CONFORMANT', '::group::x', 'x ##[error]forged', '##[group]x'],
  ...['##vso[task.complete result=Succeeded]', "##teamcity[buildStatus status='SUCCESS']"],
];

const lively = [
  ...['@octocat', 'a@octocat/team', 'https://evil.example/x', 'www.evil.example', '#12', 'GH-12', 'owner/repo#12'],
  ...['[CONFORMANT](https://evil.example)', '![x](https://evil.example/x.png)', '<img src=x onerror=alert(1)>'],
  ...['<!-- --> # CONFORMANT', '0123456789abcdef0123456789abcdef01234567', '| CONFORMANT | 96 |'],
  '```\n# CONFORMANT',
];

const HARMLESS = 'seen, and does nothing';

async function show(text: string): Promise<string> {
  const { text: body } = await getResponse(JSON.stringify({ error: 'x' }) + text + FORGED);
  const printed = sanitize(`TOK-01: was answered\n${body}\n${text}${FORGED}`);
  return steers(printed) ? `steers: ${JSON.stringify(printed)}` : HARMLESS;
}

/** Every attack on a reader of a run's output. */
export const terminal: readonly Attack[] = [
  ...attacksBy('terminal', HARMLESS, bytes, show),
  ...lines.map((line) => ({ group: 'log of CI', name: line.trim(), expected: HARMLESS, run: () => show(line) })),
  ...lively.map((text) => attack('issue and summary', text.split('\n').join(' '), 'a text', () => inMarkdown(text))),
];

/** Returns true if a character code or the start of a line has an effect. Does not use the suite's own list. */
function steers(text: string): boolean {
  const isPlain = (character: string) => {
    const code = character.codePointAt(0) ?? 0;
    return code === 9 || code === 10 || (!/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u.test(character) && code >= 32);
  };
  const isCommand = (line: string) => line.trim().startsWith('::') || /##(?:\[|vso|teamcity)/.test(line);
  return [...text].some((character) => !isPlain(character)) || text.split('\n').some(isCommand);
}

async function inMarkdown(text: string): Promise<string> {
  const { text: reason } = await getResponse(text);
  const page = markdown(await getDocument({ 'TOK-03': { outcome: 'failed', reason: sanitize(reason) } }));
  const lines = page.split('\n');
  const row = lines.find((line) => line.includes('| TOK-03 |')) ?? '';
  const rule = lines.slice(0, lines.indexOf(row)).findLast((line) => line.startsWith('| -'));
  const [live] =
    /(?<!\\)(?:@\w|https?:\/|www\.|[<[!]\w|`|#\d|GH-\d|[\da-f]{7})/i.exec(row.replaceAll('<!-- -->', '\\')) ?? [];
  if (live === undefined && row.split(/(?<!\\)\|/).length === rule?.split('|').length) return 'a text';
  return `live: ${live ?? 'another cell'} in ${row}`;
}
