import { createReproduction } from '#http/reproduction/shell';
import { recordRequestSecrets, recordResponseSecrets, sanitize } from '#redaction/redact';
import { markdown } from '#reporters/summary';
import { createRunContext } from '#run/process/sources';
import { readSettings } from '#run/settings/settings';
import { readTokenUser } from '#safety/guard';
import { getDocument } from '../tools/page-document.ts';
import { type Attack, attack } from './attack.ts';

const MARK = 'q7Mark';

async function handle(text: string): Promise<void> {
  const headers = { 'set-cookie': `a=${text}`, location: text };
  recordResponseSecrets({ status: 400, headers, text, json: undefined, milliseconds: 1 });
  const place = { endpoint: 'oauth-token', method: 'POST', url: 'http://127.0.0.1' } as const;
  const request = { ...place, headers: {}, body: text };
  recordRequestSecrets(request);
  createReproduction(createRunContext({})).reproduce(request);
  readTokenUser(text);
  markdown(await getDocument({ 'TOK-03': { outcome: 'failed', reason: sanitize(text) } }), readSettings({}));
}

async function listExpressions(): Promise<RegExp[]> {
  const { exec } = RegExp.prototype;
  const found = new Map<string, RegExp>();
  const recordingExec = function (this: RegExp, text: string) {
    if (String(text).includes(MARK)) found.set(String(this), this);
    return exec.call(this, text);
  };
  Object.assign(RegExp.prototype, { exec: recordingExec });
  await handle(
    `{"error": "${MARK}", "access_token": "${MARK}-1a2b3c4d5e6f7a8b", "note": "<b>${MARK}</b> %41 \\\\u0041"}`,
  ).finally(() => Object.assign(RegExp.prototype, { exec }));
  return [...found.values()];
}

/** Returns texts that may make an expression slow: its literal characters and class members, repeated. */
function repeated({ source }: RegExp, length: number): string[] {
  const literal = [...new Set(source.replace(/\\./g, ''))];
  return [...literal, '1', 'a', 'A', ' ', '\n', '"', '\\', '%', '0,', '":"', '&#', '<a'].map((unit) =>
    unit.repeat(length / unit.length),
  );
}

function getMilliseconds(expression: RegExp, text: string): number {
  const fresh = new RegExp(expression.source, expression.flags);
  const started = process.cpuUsage();
  text.replace(fresh, '');
  return process.cpuUsage(started).user / 1000;
}

const [SIZE, FACTOR, MOST, NOISE] = [20_000, 4, 8, 20];

/** Returns true if one of three measurements shows it: a busy machine makes a few of hundreds longer. */
function isLinear(expression: RegExp): boolean {
  return repeated(expression, SIZE).every((text) =>
    [1, 2, 3].some(() => {
      const small = getMilliseconds(expression, text);
      const large = getMilliseconds(expression, text.repeat(FACTOR));
      return large < Math.max(NOISE, small * MOST);
    }),
  );
}

const LINEAR = 'all of them take time linear in the text';

/** Every expression that reads a service's text, with its worst text at two sizes. */
export const expressions: readonly Attack[] = [
  attack('small responses, large costs', 'regular expressions over repeated characters', LINEAR, async () => {
    const all = await listExpressions();
    const slow = all.filter((expression) => !isLinear(expression));
    if (all.length < 10) return `only ${all.length} expressions were found`;
    return slow.length === 0 ? LINEAR : `slow: ${slow.map(String).join(' ')}`;
  }),
];
