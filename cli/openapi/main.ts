import { mkdirSync } from 'node:fs';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { stringify } from 'yaml';
import { commandOf, runCommand } from '../command.ts';
import { openApi } from './document.ts';

const usualSeed = 1;

const program = commandOf(
  'openapi',
  'Writes the six operations as OpenAPI 3.1 to openapi.json and openapi.yaml in REPORTS_DIR; SEED draws the examples.',
).action(write);

await runCommand(() => program.parseAsync());

// A setting that is wrong ends the process with its sentence, so it is read when the command line is known to be good.
async function write(): Promise<void> {
  const { settings } = await import('../../suite/run/environment.ts');
  const document = openApi(settings.SEED || usualSeed);
  const texts = {
    'openapi.json': `${JSON.stringify(document, null, 2)}\n`,
    'openapi.yaml': stringify(document, { aliasDuplicateObjects: false }),
  };
  mkdirSync(settings.REPORTS_DIR, { recursive: true });
  for (const [name, text] of Object.entries(texts)) {
    const file = path.join(settings.REPORTS_DIR, name);
    await writeFileAtomic(file, text);
    process.stdout.write(`${file}\n`);
  }
}
