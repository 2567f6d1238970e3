import { escapeControls } from '#api/escape-controls';

/** Prints a text in which others may have had a say. */
export function print(text: string): void {
  process.stdout.write(`${escapeControls(text)}\n`);
}

/** Says what is wrong, on stderr, in a text in which others may have had a say. */
export function complain(text: string): void {
  process.stderr.write(`${escapeControls(text)}\n`);
}

/** Says in one sentence on stderr that the output cannot be written (a closed pipe, a full disk), then calls `then`. */
export function onLostOutput(then: () => void): void {
  process.stdout.once('error', ({ code, message }: NodeJS.ErrnoException) => {
    process.stdout.on('error', () => {}); // what is written after it is lost too
    const why = code === 'EPIPE' ? 'its reader closed the pipe' : message;
    process.stderr.write(`The output was not written whole: ${why}.\n`, then);
  });
}
