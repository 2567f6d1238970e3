import { groupByKey } from '#api/group-by-key';
import { isObject } from '#api/values/json';

type Members = Readonly<Record<string, unknown>>;

const MOST = 40;
const types: readonly unknown[] = ['string', 'number', 'boolean', 'object', 'null'];

/** Returns true if a response holds one response per case; a reply has a status, a shape only types. */
export function isCases(answer: unknown): answer is Members {
  return isObject(answer) && !('status' in answer) && !isShape(answer);
}

/** Returns the responses of cases as lines of Markdown; cases with the same response are grouped. */
export function answerLines(answers: Members): string[] {
  const byWords = [...groupByKey(Object.entries(answers), ([, answer]) => words(answer))];
  return byWords.map(([said, cases]) => {
    const [[name] = [''], ...others] = cases;
    if (name === '' && others.length === 0) return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
    return others.length === 0 ? `- ${named(name)}: ${said}` : `- ${said}: ${list(cases)}`;
  });
}

function words(answer: unknown): string {
  if (isReply(answer)) return reply(answer);
  if (isObject(answer) && Object.values(answer).some(isReply)) return inCases(answer);
  if (isEmpty(answer)) return 'none';
  return `\`${typeof answer === 'string' ? answer : JSON.stringify(answer)}\``;
}

/** Returns a reply in words, `rejected with 400 bad_request`, with the other recorded values. */
function reply({ status, code, ...others }: Members): string {
  const what =
    status === 'success'
      ? 'success'
      : code === undefined
        ? `status ${JSON.stringify(status)}`
        : rejection(status, code);
  return [what, ...Object.entries(others).map(([name, value]) => `${named(name)} ${words(value)}`)].join(', ');
}

function rejection(status: unknown, code: unknown): string {
  return `rejected with ${String(status)} ${code === null ? 'and no listed code' : `\`${String(code)}\``}`;
}

function inCases(answers: Members): string {
  const byWords = [...groupByKey(Object.entries(answers), ([, answer]) => words(answer))];
  return byWords.map(([said, cases]) => `${said} (${list(cases)})`).join('; ');
}

function list(cases: readonly (readonly [string, unknown])[]): string {
  const more = cases.length > MOST ? ` and ${cases.length - MOST} more` : '';
  return `${cases
    .slice(0, MOST)
    .map(([name]) => named(name))
    .join(', ')}${more}`;
}

function named(name: string): string {
  return name === '' ? 'an empty text' : name.replace(/[_*<>[\]`]/g, '\\$&');
}

function isReply(answer: unknown): answer is Members {
  return isObject(answer) && 'status' in answer && !isShape(answer);
}

function isShape(answer: unknown): boolean {
  if (Array.isArray(answer)) return answer.every(isShape);
  return isObject(answer) ? Object.values(answer).every(isShape) : types.includes(answer);
}

function isEmpty(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && Object.keys(answer).length === 0;
}
