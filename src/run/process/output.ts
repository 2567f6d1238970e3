import { escapeControls } from '#api/text';

/** Prints a text that may hold text of others. */
export function print(text: string): void {
  process.stdout.write(`${escapeControls(text)}\n`);
}

/** Prints an error that may hold text of others. */
export function printError(text: string): void {
  process.stderr.write(`${escapeControls(text)}\n`);
}

/** Returns the message of whatever was thrown. */
export function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Calls `then` when the output cannot be written (a closed pipe, a full disk), and reports that on stderr. */
export function handleOutputError(then: () => void): void {
  process.stdout.once('error', ({ code, message }: NodeJS.ErrnoException) => {
    process.stdout.on('error', () => {}); // what is written after it is lost too
    const why = code === 'EPIPE' ? 'its reader closed the pipe' : message;
    process.stderr.write(`The output is incomplete: ${why}.\n`, then);
  });
}
