import { readFileSync } from 'node:fs';
import { type Endpoint, endpoints } from '../../suite/core/operations.ts';
import type { Part } from './json.ts';
import { requestExamples } from './request-examples.ts';
import { responseExamples } from './response-examples.ts';
import { errorWords } from './words.ts';

/** The schemas of the bodies: those of schemas/ without the names that they have as files. */
export function schemas(): Part {
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
