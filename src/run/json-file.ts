import { Ajv2020, type ErrorObject, type SchemaObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { parseJson } from '#api/exchange';
import { describeRule } from '#api/schema';
import { fromPointer } from '#api/values/json';
import { readText } from './file.ts';

type Path = readonly (string | number)[];

// A self-test checks the schemas themselves.
const options = { strict: true, strictRequired: false, allowUnionTypes: true, validateSchema: false, verbose: true };
const ajv = new Ajv2020({ ...options, code: { optimize: false } });
addFormats.default(ajv);

const NEXT = 'Fix the file, or use another one.';

/** Reads a JSON file that matches a schema, with the lines of the value at a path; throws the problem and its place. */
export function readJsonFile<T>(file: string, schema: SchemaObject) {
  const text = readText(file);
  const value = parseJson(text);
  if (value === undefined) throw new Error(`${file} is not JSON: ${describeSyntaxError(text)}. ${NEXT}`);
  const validate = ajv.compile<T>(schema);
  let tree: Node | undefined; // once for all lines
  const linesOf = (path: Path) => {
    tree ??= parseTree(text);
    return findLines(text, path, tree);
  };
  if (validate(value)) return { value, linesOf };
  throw new Error(`${file} ${describeViolation(text, validate.errors?.[0])}. ${NEXT}`);
}

/** Reads a file of JSON lines, each described by a schema; throws which line is wrong, and how. */
export function readJsonLines<T>(file: string, schema: SchemaObject): T[] {
  const validate = ajv.compile<T>(schema);
  return readText(file)
    .split('\n')
    .flatMap((text, index) => {
      if (text.trim() === '') return [];
      const value = parseJson(text);
      if (validate(value)) return [value];
      const [error] = validate.errors ?? [];
      const what = value === undefined || !error ? 'is not JSON' : describeRule(error);
      throw new Error(`${file} line ${index + 1}: ${error?.instancePath || 'it'} ${what}. Fix or remove the line.`);
    });
}

function describeSyntaxError(text: string): string {
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true });
  const [{ error, offset } = { error: 0, offset: 0 }] = errors;
  const words = printParseErrorCode(error).replace(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words} at line ${findLine(text, offset)}`;
}

/** Returns a message such as `line 4: /waivers/0 must have the field owner`. */
function describeViolation(text: string, error: ErrorObject | undefined): string {
  if (!error) return 'does not match its schema';
  const names = fromPointer(error.instancePath);
  const path = names.map((name) => (/^\d+$/.test(name) ? Number(name) : name)); // a number is the index of an array
  const extra = error.params.additionalProperty ?? '';
  return `line ${findLines(text, path)[0]}: ${error.instancePath || 'the file'} ${describeRule(error)}${extra && `: "${extra}"`}`;
}

function findLines(text: string, path: Path, tree = parseTree(text)): readonly [first: number, last: number] {
  const node = tree && findNodeAtLocation(tree, [...path]);
  return node ? [findLine(text, node.offset), findLine(text, node.offset + node.length)] : [1, 1];
}

function findLine(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
