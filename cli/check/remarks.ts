import type { Industry } from '../../factories/preferences/industry.ts';
import type { Payload } from '../../sdk/contract/check.ts';
import { readExact } from '../../sdk/contract/exact-json.ts';
import { type Held, judgePayload, placeShown } from '../../sdk/contract/judge.ts';
import { keepSecretsOf } from '../../suite/run/secrets/redact.ts';
import { type Completeness, completenessOf } from './completeness.ts';
import { lineAndColumn, offsetOf } from './position.ts';
import type { Written } from './written.ts';

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
