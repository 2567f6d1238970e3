import { sanitize } from '#redaction/redact';
import { markdown } from '#reporters/summary';
import { readSettings } from '#run/settings/settings';
import { getDocument } from '../tools/page-document.ts';
import { type Attack, attack, attacksBy, getResponse } from './attack.ts';
import texts from './texts.json' with { type: 'json' };

const FORGED = 'Verdict: CONFORMANT';

const HARMLESS = 'seen, and does nothing';

async function show(text: string): Promise<string> {
  const { text: body } = await getResponse(JSON.stringify({ error: 'x' }) + text + FORGED);
  const printed = sanitize(`TOK-01: was answered\n${body}\n${text}${FORGED}`);
  return steers(printed) ? `steers: ${JSON.stringify(printed)}` : HARMLESS;
}

/** Every attack on a reader of a run's output. */
export const terminal: readonly Attack[] = [
  ...attacksBy('terminal', HARMLESS, texts.bytes, show),
  ...texts.logLines.map((line) => attack('log of CI', line.trim(), HARMLESS, () => show(line))),
  ...texts.lively.map((text) =>
    attack('issue and summary', text.replaceAll('\n', ' '), 'a text', () => inMarkdown(text)),
  ),
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

/** Text in a code block of Markdown (CommonMark, 4.4) is no mention, link, element or table. */
async function inMarkdown(text: string): Promise<string> {
  const { text: reason } = await getResponse(text);
  const found = { 'TOK-03': { outcome: 'failed', reason: sanitize(reason) } } as const;
  const [heading = '', decision = '', ...code] = markdown(await getDocument(found), readSettings({})).split('\n\n');
  const isOwn = /^# .* NON-CONFORMANT$/.test(heading) && /^\*\*RED: .*: TOK-03\*\*$/.test(decision);
  const lines = code.join('\n').trimEnd().split('\n');
  const out = lines.find((line) => !line.startsWith('    '));
  return isOwn && out === undefined ? 'a text' : `live: ${out ?? decision}`;
}
