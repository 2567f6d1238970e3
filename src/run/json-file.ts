import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject, type SchemaObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { findNodeAtLocation, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';

/** A JSON file that was read and holds what its schema wants. */
export interface JsonFile<T> {
  readonly value: T;
  /** The first and the last line of the value at a path. */
  readonly linesOf: (path: readonly (string | number)[]) => readonly [first: number, last: number];
}

// That the schemas are schemas is a self-test's.
const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, validateSchema: false });
addFormats.default(ajv);

/** Reads a JSON file that a schema describes; throws one sentence that says what is wrong with it and where. */
export function readJsonFile<T>(file: string, schema: SchemaObject): JsonFile<T> {
  const text = textOf(file);
  const value = parsed(file, text);
  const linesOf: JsonFile<T>['linesOf'] = (path) => lines(text, path);
  const validate = ajv.compile<T>(schema);
  if (validate(value)) return { value, linesOf };
  throw new Error(`${file} ${violation(text, validate.errors?.[0])}.`);
}

/** Reads a file of JSON lines, each described by a schema; throws one sentence that says which line is wrong, and how. */
export function readJsonLines<T>(file: string, schema: SchemaObject): T[] {
  const validate = ajv.compile<T>(schema);
  return textOf(file)
    .split('\n')
    .flatMap((text, index) => {
      if (text.trim() === '') return [];
      const value = lineOf(text);
      if (validate(value)) return [value];
      const [{ instancePath = '', message = 'is no JSON' } = {}] = validate.errors ?? [];
      throw new Error(
        `${file} line ${index + 1}: ${instancePath || 'the line'} ${value === undefined ? 'is no JSON' : message}: fix or remove the line.`,
      );
    });
}

function lineOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new Error(`${file} cannot be read (${String(code)}): name a file that is there.`);
  }
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const errors: ParseError[] = [];
    parseTree(text, errors, { disallowComments: true });
    const [{ error, offset } = { error: 0, offset: 0 }] = errors;
    const words = printParseErrorCode(error).replace(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    throw new Error(`${file} is no JSON: ${words} at line ${lineAt(text, offset)}.`);
  }
}

/** `line 4: /waivers/0 must have required property 'owner'` */
function violation(text: string, error: ErrorObject | undefined): string {
  if (!error) return 'does not hold what its schema wants';
  const path = error.instancePath.split('/').slice(1).map(unescaped);
  const extra = error.params.additionalProperty ?? '';
  return `line ${lines(text, path)[0]}: ${error.instancePath || 'the file'} ${error.message}${extra && `: "${extra}"`}`;
}

/** A JSON pointer writes ~1 for / and ~0 for ~; a number is the index of an array. */
function unescaped(step: string): string | number {
  return /^\d+$/.test(step) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~');
}

function lines(text: string, path: readonly (string | number)[]): readonly [number, number] {
  const tree = parseTree(text);
  const node = tree && findNodeAtLocation(tree, [...path]);
  return node ? [lineAt(text, node.offset), lineAt(text, node.offset + node.length)] : [1, 1];
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
