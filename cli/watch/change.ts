import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { watch } from 'chokidar';

/** Describes what can say that the provider was mended. */
export interface Watched {
  /** A provider that is started anew; empty for the embedded one. */
  readonly baseUrl: string;
  readonly folders: readonly string[];
}

const OFTEN = 500;

/** Waits for the Enter key, a change of a file, or a provider that was gone and is back; says which it was. */
export async function nextChange({ baseUrl, folders }: Watched): Promise<string> {
  const end = new AbortController();
  const others = [
    ...(folders.length > 0 ? [fileChange(folders, end.signal)] : []),
    ...(baseUrl === '' ? [] : [comeback(baseUrl, end.signal)]),
  ];
  const waits = [enter(end.signal), ...(others.length > 0 ? others : [noMoreInput(end.signal)])];
  for (const wait of waits) wait.catch(() => {}); // those that are not waited for any more
  try {
    return await Promise.race(waits);
  } finally {
    end.abort();
    process.stdin.pause();
  }
}

async function enter(signal: AbortSignal): Promise<string> {
  await once(process.stdin.resume(), 'data', { signal });
  return 'Enter';
}

async function noMoreInput(signal: AbortSignal): Promise<never> {
  await once(process.stdin, 'end', { signal });
  throw new Error('There is nothing to wait for: run it in a terminal, or set BASE_URL, or say --files FOLDER.');
}

/** A build writes many files: the change is over when there was none for a while. */
async function fileChange(folders: readonly string[], signal: AbortSignal): Promise<string> {
  const ignored = (file: string) => /(?:^|[/\\])(?:node_modules|\.git)(?:[/\\]|$)/.test(file);
  const watcher = watch([...folders], {
    ignoreInitial: true,
    ignored,
    awaitWriteFinish: { stabilityThreshold: 300 },
  });
  try {
    const [, file]: string[] = await once(watcher, 'all', { signal });
    return `${file} changed`;
  } finally {
    await watcher.close();
  }
}

async function comeback(baseUrl: string, signal: AbortSignal): Promise<string> {
  while (await answers(baseUrl)) await pause(OFTEN, undefined, { signal });
  while (!(await answers(baseUrl))) await pause(OFTEN, undefined, { signal });
  return `${baseUrl} is back`;
}

function answers(baseUrl: string): Promise<boolean> {
  return fetch(baseUrl, { redirect: 'manual', signal: AbortSignal.timeout(2_000) }).then(
    () => true,
    () => false,
  );
}
