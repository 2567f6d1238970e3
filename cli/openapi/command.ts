import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import writeFileAtomic from 'write-file-atomic';
import { stringify } from 'yaml';
import packageFile from '../../package.json' with { type: 'json' };
import { type Endpoint, endpoints, operations } from '../../suite/core/operations.ts';
import { settings } from '../../suite/run/context.ts';
import { requestExamples, responseExamples } from './examples.ts';
import { errorsOf, errorWords, type Part, parametersOf, referenceTo, successWords } from './parts.ts';

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

const description = `The six operations, from the schemas and the table of operations that the conformance suite holds
a service against. Where the reference is silent the descriptions say so.`;

/** The OpenAPI document of the six operations; the same seed gives the same bytes. */
export function openApi(seed: number): Part {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Payments platform',
      version: packageFile.version,
      description: description.replaceAll('\n', ' '),
      license: { name: 'Not shown', identifier: 'LicenseRef-not-shown' },
    },
    servers: [{ url: '{base_url}', variables: { base_url: { default: 'http://127.0.0.1:4010' } } }],
    tags: endpoints.map((name) => ({ name, description: `${operations[name].summary}.` })),
    paths: paths(seed),
    components: {
      schemas: schemas(),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'Authorization: Bearer <ACCESS_TOKEN> (5), from the token operation.',
        },
      },
    },
  };
}

/** The schemas of the bodies: those of schemas/ without the names that they have as files. */
function schemas(): Part {
  const requests = endpoints.filter((endpoint) => requestExamples[endpoint]);
  const responses = endpoints.filter((endpoint) => responseExamples[endpoint]);
  return Object.fromEntries([
    ...requests.map((endpoint) => [`${endpoint}-request`, schemaOf(endpoint, 'request')]),
    ...responses.map((endpoint) => [`${endpoint}-response`, schemaOf(endpoint, 'response')]),
    ['error', { title: 'Error (7)', description: errorWords }],
  ]);
}

function schemaOf(endpoint: Endpoint, of: 'request' | 'response'): Part {
  const file = new URL(`../../schemas/${endpoint}/${of}.json`, import.meta.url);
  const { $id: _id, $schema: _schema, ...schema }: Part = JSON.parse(readFileSync(file, 'utf8'), inRegistry);
  return schema;
}

/** Tools know the formats of OpenAPI's registry alone: the widest form becomes the one of it that they write. */
function inRegistry(name: string, value: unknown): unknown {
  return name === 'format' && value === 'iso-8601' ? 'date-time' : value;
}

/** The six operations under their paths. */
function paths(seed: number): Part {
  return Object.fromEntries(
    endpoints.map((endpoint) => [
      `/${operations[endpoint].path}`,
      { [operations[endpoint].method.toLowerCase()]: operation(endpoint, seed) },
    ]),
  );
}

function operation(endpoint: Endpoint, seed: number): Part {
  const { summary, section, success } = operations[endpoint];
  const examples = requestExamples[endpoint]?.(seed);
  return {
    operationId: endpoint,
    tags: [endpoint],
    summary,
    description: `Sections ${section} and 4 of the reference.`,
    security: operations[endpoint].protected ? [{ bearer: [] }] : [],
    parameters: parametersOf(endpoint),
    ...(examples && { requestBody: { required: true, content: json(`${endpoint}-request`, examples) } }),
    responses: { [success]: successOf(endpoint, seed), ...errorsOf(endpoint) },
  };
}

function successOf(endpoint: Endpoint, seed: number): Part {
  const value = responseExamples[endpoint]?.(seed);
  if (value === undefined) return { description: `${successWords} It has no body.` };
  return { description: successWords, content: json(`${endpoint}-response`, { success: { value } }) };
}

function json(schema: string, examples: Part): Part {
  return { 'application/json': { schema: referenceTo('schemas', schema), examples } };
}
