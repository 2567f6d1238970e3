import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import writeFileAtomic from 'write-file-atomic';
import { settings } from '../../suite/run/context.ts';
import { editorSchemas } from './editor.ts';

/** The schemas for editors. */
export function define(command: Command): void {
  command
    .addHelpText('after', '\nVS Code takes them as vscode.json says: copy it into .vscode/settings.json.')
    .action(write);
}

async function write(): Promise<void> {
  const folder = path.join(settings().REPORTS_DIR, 'schemas');
  const schemas = editorSchemas();
  const files = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [`${name}.json`, schema]));
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries({
    ...files,
    'vscode.json': vsCode(Object.keys(schemas), folder),
  })) {
    await writeFileAtomic(path.join(folder, name), `${JSON.stringify(content, null, 2)}\n`);
    process.stdout.write(`${path.join(folder, name)}\n`);
  }
}

/** Which files VS Code holds against which schema: `order.tourism.json`, `any.test-users.json`. */
function vsCode(names: readonly string[], folder: string) {
  const schemas = names.map((name) => ({
    fileMatch: [`*.${name.replace('checkout-preferences.', '')}.json`],
    url: path.isAbsolute(folder)
      ? pathToFileURL(path.join(folder, `${name}.json`)).href
      : `./${folder}/${name}.json`,
  }));
  return { 'json.schemas': schemas };
}
