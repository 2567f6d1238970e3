import { getCallerFolder } from '#run/context';

const [first, ...rest] = process.argv.slice(2);

// A reader that closes the pipe early, such as head, ends nothing: the verdict is the exit code.
process.stdout.on('error', () => {});

try {
  process.exitCode = await (first === 'serve' ? runServer() : run());
} catch (error) {
  const { redact } = await import('#redaction/redact');
  console.error(redact(toMessage(error)));
  process.exitCode = 2;
}

/** Loads the gate after the command line is read, so that a wrong one is reported at once. */
async function run(): Promise<number> {
  const { readOptions } = await import('./run/options.ts');
  const asked = readOptions(process.argv.slice(2), getCallerFolder());
  const { isInside, runInside } = await import('./interception/network.ts');
  if (asked.options.way === 'transparent' && !isInside()) return runInside();
  const { runGate } = await import('./run/run.ts');
  return runGate(asked, getCallerFolder());
}

async function runServer(): Promise<number> {
  const { readServeOptions } = await import('./run/options.ts');
  const { serveGate } = await import('./run/run.ts');
  return serveGate(readServeOptions(rest, getCallerFolder()));
}

function toMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error)
    return `Port ${error.port} is in use. Use --port with another one, or 0 for any free one.`;
  if ('code' in error && error.code === 'ENOENT' && 'path' in error && 'spawnargs' in error)
    return `The command ${error.path} was not found. Use one that runs in ${getCallerFolder()}.`;
  return error.message;
}
