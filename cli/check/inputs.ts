import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';

/** A file or what came by stdin. */
export interface Input {
  readonly name: string;
  readonly bytes: Buffer;
}

const STDIN = '-';

/** What there is to check; throws one sentence where a file cannot be read or nothing came. */
export async function inputsOf(files: readonly string[]): Promise<Input[]> {
  const names = files.length > 0 ? files : [STDIN];
  const inputs: Input[] = [];
  for (const name of new Set(names)) inputs.push(name === STDIN ? await fromStdin() : fromFile(name));
  return inputs;
}

function fromFile(name: string): Input {
  try {
    return { name, bytes: readFileSync(name) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new Error(`${name} cannot be read (${String(code)}): name a file that is there.`);
  }
}

async function fromStdin(): Promise<Input> {
  const bytes = process.stdin.isTTY ? Buffer.alloc(0) : await buffer(process.stdin);
  if (bytes.toString().trim() === '')
    throw new Error('Nothing came by stdin: name a file, or pipe a payload in.');
  return { name: 'stdin', bytes };
}
