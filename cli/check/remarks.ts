import { type Node, parseTree } from 'jsonc-parser';
import type { Industry } from '../../factories/preferences/industry.ts';
import type { Payload } from '../../sdk/contract/check.ts';
import { readExact } from '../../sdk/contract/exact-json.ts';
import { type Held, judgePayload, placeShown } from '../../sdk/contract/judge.ts';
import { industryOf } from '../../sdk/contract/unlisted.ts';
import { valuesAt } from '../../sdk/contract/values-at.ts';
import { fieldsOfIndustry } from '../../sdk/record/fields-sent.ts';
import { keepSecretsOf } from '../../suite/run/secrets/redact.ts';
import type { Written } from './written.ts';

/** How much of what 2.7 lists for its industry a preference has. */
interface Completeness {
  readonly industry: Industry;
  readonly sent: number;
  readonly of: number;
  /** What is not sent: an object that has nothing at all is named, not its fields. */
  readonly notSent: readonly string[];
}

/** What is said of one place of a file. */
interface Remark {
  readonly line: number;
  readonly column: number;
  readonly level: 'breach' | 'note';
  /** `/payer/surname is spelled otherwise than in the tables, which have last_name (2.7, spelling)` */
  readonly text: string;
}

/** What is said of one payload. */
export interface Remarks {
  readonly remarks: readonly Remark[];
  /** Of a preference whose industry is told or can be told. */
  readonly completeness: Completeness | undefined;
}

/** How the payloads are looked at. */
export interface Asked {
  readonly industry?: Industry;
  readonly strict?: boolean;
}

/** Holds a payload against the rules of the SDK gate, and says where in the file what breaks them stands. */
export function remarksOn(file: string, written: Written, { industry, strict = false }: Asked): Remarks {
  const { endpoint, body } = written;
  const payload: Payload = { endpoint, body, json: readExact(body), ...(industry && { industry }) };
  keepSecretsOf(payload.json.value);
  const remarks = judgePayload(payload, strict).map((held) => remarkOf(held, file, written));
  return { remarks: remarks.sort(byPlace), completeness: completenessOf(payload) };
}

function remarkOf({ found, judged }: Held, file: string, { endpoint, body, inFile }: Written): Remark {
  const offset = found.offset ?? offsetOf(body.toString(), found.place);
  const [line, column] = lineAndColumn(file, inFile(offset));
  const { level, text, section, rule } = judged;
  return { line, column, level, text: `${placeShown(found.place, endpoint)} ${text} (${section}, ${rule})` };
}

function byPlace(one: Remark, other: Remark): number {
  return one.line - other.line || one.column - other.column;
}

/** Nothing where the payload is no preference, no JSON, or of no industry that can be told. */
function completenessOf(payload: Payload): Completeness | undefined {
  const { value } = payload.json;
  const industry = payload.endpoint === 'checkout-preferences' && value !== undefined && industryOf(payload);
  if (!industry) return undefined;
  const all = fieldsOfIndustry(industry);
  const missing = all.filter((path) => valuesAt(value, path.split('.')).length === 0);
  const sent = all.filter((path) => !missing.includes(path));
  const notSent = [...new Set(missing.map((path) => outermost(path, sent)))];
  return { industry, sent: sent.length, of: all.length, notSent };
}

/** The shortest path to a field of which nothing was sent. */
function outermost(path: string, sent: readonly string[]): string {
  const steps = path.split('.');
  const paths = steps.map((_, index) => steps.slice(0, index + 1).join('.'));
  return paths.find((holder) => !sent.some((one) => one === holder || one.startsWith(`${holder}.`))) ?? path;
}

/** How many characters of a JSON text stand before the member that a pointer names, or before what holds it. */
function offsetOf(text: string, pointer: string): number {
  const root = parseTree(text);
  const steps = pointer
    .split('/')
    .slice(1)
    .filter((step) => step !== '');
  const node = root && steps.reduce((holder, step) => memberOf(holder, step) ?? holder, root);
  return (node?.parent?.type === 'property' ? node.parent : node)?.offset ?? 0;
}

/** The line and the column of a character, each from 1 up. */
function lineAndColumn(text: string, offset: number): readonly [line: number, column: number] {
  const before = text.slice(0, offset).split('\n');
  return [before.length, (before.at(-1)?.length ?? 0) + 1];
}

/** Of a member that stands twice the last, which is the one that counts. */
function memberOf({ type, children = [] }: Node, step: string): Node | undefined {
  if (type === 'array') return children[Number(step)];
  const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
  return children.findLast(({ children: [key] = [] }) => key?.value === name)?.children?.[1];
}
