import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import writeFileAtomic from 'write-file-atomic';
import { stringify } from 'yaml';
import { settings } from '../../suite/run/context.ts';
import { openApi } from './document.ts';

const usualSeed = 1;

/** The OpenAPI document. */
export function define(command: Command): void {
  command.addHelpText('after', '\nSEED draws the examples.').action(write);
}

async function write(): Promise<void> {
  const { SEED, REPORTS_DIR } = settings();
  const document = openApi(SEED || usualSeed);
  const texts = {
    'openapi.json': `${JSON.stringify(document, null, 2)}\n`,
    'openapi.yaml': stringify(document, { aliasDuplicateObjects: false }),
  };
  mkdirSync(REPORTS_DIR, { recursive: true });
  for (const [name, text] of Object.entries(texts)) {
    const file = path.join(REPORTS_DIR, name);
    await writeFileAtomic(file, text);
    process.stdout.write(`${file}\n`);
  }
}
