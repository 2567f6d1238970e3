import packageFile from '../../package.json' with { type: 'json' };
import { endpoints, operations } from '../../suite/core/operations.ts';
import type { Part } from './json.ts';
import { paths } from './paths.ts';
import { schemas } from './schemas.ts';

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
