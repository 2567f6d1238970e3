import { readFileSync } from 'node:fs';
import packageFile from '../../package.json' with { type: 'json' };
import { type Endpoint, endpoints, operations } from '../../suite/core/operations.ts';
import type { Part } from './json.ts';
import { paths } from './paths.ts';
import { requestExamples } from './request-examples.ts';
import { responseExamples } from './response-examples.ts';
import { errorWords } from './words.ts';

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
