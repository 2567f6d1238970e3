import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import writeFileAtomic from 'write-file-atomic';
import type { Schema } from '../factories/preferences/fields.ts';
import {
  type Industry,
  industries,
  industriesWith,
  industryRows,
  particularPaths,
} from '../factories/preferences/industry.ts';
import { timestamp } from '../sdk/contract/body.ts';
import { withBody } from '../sdk/contract/check.ts';
import { schemaOf } from '../sdk/contract/strangers.ts';
import { otherSpellings } from '../sdk/contract/unlisted.ts';
import { settings } from '../suite/run/context.ts';

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

/** A schema with what editors show as a warning: what the reference does not list breaks nothing. */
export interface EditorSchema extends Omit<Schema, 'properties' | 'items' | 'additionalProperties'> {
  readonly properties?: Readonly<Record<string, EditorSchema>>;
  readonly items?: EditorSchema;
  readonly additionalProperties?: boolean | EditorSchema;
  readonly anyOf?: readonly Schema[];
  readonly deprecated?: true;
  readonly deprecationMessage?: string;
}

/** The schema of each operation's body, and of a preference of each industry, by the name of its file. */
export function editorSchemas(): Readonly<Record<string, EditorSchema>> {
  const ofOperations = withBody.map((endpoint) => [endpoint, forEditor(schemaOf(endpoint))]);
  const ofIndustries = industries.map((industry) => [
    `checkout-preferences.${industry}`,
    {
      ...forEditor(schemaOf('checkout-preferences'), industry),
      title: `${industryRows[industry].name} (2.7)`,
    },
  ]);
  return Object.fromEntries([...ofOperations, ...ofIndustries]);
}

/** A schema as editors want it; `place` is a JSON pointer with `*` for every index. */
function forEditor({ $id: _, ...schema }: Schema, industry?: Industry, place = ''): EditorSchema {
  if (schema.items) return { ...schema, items: forEditor(schema.items, industry, `${place}/*`) };
  if (schema.properties) return ofObject(schema, schema.properties, industry, place);
  return schema.format === 'date-time' && place !== timestamp ? dateOf(schema) : schema;
}

function ofObject(
  schema: Schema,
  properties: Readonly<Record<string, Schema>>,
  industry: Industry | undefined,
  place: string,
): EditorSchema {
  const listed = Object.entries(properties).map(([name, member]) => {
    const own = forEditor(member, industry, `${place}/${name}`);
    return [name, isForeign(`${place}/${name}`, industry) ? warned(own, `is no field of ${industry}`) : own];
  });
  const additionalProperties =
    schema.additionalProperties === false ? false : warned({}, 'is listed nowhere');
  return {
    ...schema,
    properties: Object.fromEntries([...listed, ...spellings(place)]),
    additionalProperties,
  };
}

function isForeign(place: string, industry: Industry | undefined): boolean {
  const path = place.slice(1).replaceAll('/*', '').replaceAll('/', '.');
  return industry !== undefined && particularPaths.includes(path) && !industriesWith(path).includes(industry);
}

/** What the examples have in an object where the tables have something else. */
function spellings(place: string): [string, EditorSchema][] {
  return Object.entries(otherSpellings)
    .filter(([other]) => other.slice(0, other.lastIndexOf('/')) === place)
    .map(([other, wanted]) => [
      other.slice(place.length + 1),
      warned({}, `is spelled otherwise than in the tables, which have ${wanted}`),
    ]);
}

/** 2.7 says Date, which may have no time. */
function dateOf({ format: _, ...schema }: Schema): EditorSchema {
  return { ...schema, anyOf: [{ format: 'date-time' }, { format: 'date' }] };
}

function warned(schema: EditorSchema, deprecationMessage: string): EditorSchema {
  return { ...schema, deprecated: true, deprecationMessage };
}
