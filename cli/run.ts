import { once } from 'node:events';
import type { Command } from 'commander';
import { environment } from '../suite/run/context.ts';
import { whenOrphaned } from '../suite/run/orphaned.ts';
import { startPlaywright } from '../suite/run/playwright.ts';

/** The run of the suite: what is no option of ours is Playwright's. */
export function define(command: Command): void {
  command
    .argument(
      '[selection...]',
      'files of tests, and options of Playwright: --project=oauth-token, --grep @TOK-29',
    )
    .allowUnknownOption()
    .action(run);
}

async function run(words: string[]): Promise<void> {
  const child = startPlaywright(['test', ...words], environment(), 'inherit');
  const interrupt = () => void child.kill('SIGINT');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
  whenOrphaned(interrupt);
  const [code]: (number | null)[] = await once(child, 'close');
  process.exitCode = code ?? 1;
}
