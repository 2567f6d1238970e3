import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { openApi } from '../../cli/openapi/command.ts';
import { industries } from '../../factories/preferences/industry.ts';
import { ownFolder } from '../tools/own-folder.ts';
import { runCommand } from '../tools/run-command.ts';

/** The part of the document that these tests read. */
interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly operationId: string;
  readonly security: readonly unknown[];
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: unknown }[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}

interface Body {
  readonly content?: Readonly<Record<string, Media>>;
}

interface Media {
  readonly schema: { readonly $ref: string };
  readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
}

const document: Document = JSON.parse(JSON.stringify(openApi(1)));
const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
const newFolder = () => ownFolder('openapi');

test('npm run conformance -- openapi writes the same document as JSON and as YAML, and says where', async () => {
  const folder = newFolder();

  const run = await runCommand('openapi', [], { REPORTS_DIR: folder });

  const [json, yaml] = ['openapi.json', 'openapi.yaml'].map((name) => path.join(folder, name));
  expect([run.code, run.stderr, run.stdout]).toEqual([0, '', `${json}\n${yaml}\n`]);
  expect(JSON.parse(readFileSync(json ?? '', 'utf8'))).toEqual(document);
  expect(parse(readFileSync(yaml ?? '', 'utf8'))).toEqual(document);
});

for (const name of ['openapi.json', 'openapi.yaml']) {
  test(`redocly has nothing to say about ${name}`, {
    tag: name === 'openapi.json' ? [] : '@long',
  }, async () => {
    const folder = newFolder();
    await runCommand('openapi', [], { REPORTS_DIR: folder });

    const { stdout } = await promisify(execFile)(
      path.resolve('node_modules/.bin/redocly'),
      ['lint', '--format=json', name],
      {
        cwd: folder,
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    );

    const { problems } = JSON.parse(stdout.slice(stdout.indexOf('{')));
    expect(problems).toEqual([]);
  });
}

test('every example conforms to its schema in the document', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'document');
  const media = operations
    .flatMap(({ requestBody = {}, responses }) => [requestBody, ...Object.values(responses)])
    .flatMap(({ content = {} }) => Object.values(content));

  const wrong = media.flatMap(({ schema, examples }) =>
    Object.entries(examples)
      .filter(([, { value }]) => !ajv.validate({ $ref: `document${schema.$ref}` }, value))
      .map(([name]) => `${schema.$ref} ${name}: ${ajv.errorsText()}`),
  );

  expect(media).toHaveLength(24);
  expect(wrong).toEqual([]);
});

// Typed independently, from section 7 of the reference.
const listed = {
  'oauth-token': {
    400: 'forbidden invalid_client invalid_grant invalid_request invalid_scope unauthorized_client unsupported_grant_type',
    429: 'local_rate_limited',
  },
  'checkout-preferences': { '4XX': 'refused' },
  'test-users': {
    400: 'Bad-Request',
    401: 'Not-Found',
    403: 'Forbidden',
    404: 'Resource-Not-Found',
    500: 'Internal-Server-Error',
  },
  'point-payment-intents': { 401: 'bad_request', 403: 'bad_request', 409: 'bad_request', 500: 'bad_request' },
  'wallet-agreements': { 400: 'Bad-Request' },
  'instore-orders': {
    400: 'invalid_access_token invalid_collectorId invalid_externalPosId',
    500: 'in_store_order_creation_error',
  },
};

test('every status of section 7 has a response, with an example for each of its codes', () => {
  const found = operations.map(({ operationId, responses }) => {
    const errors = Object.entries(responses).filter(([status]) => !status.startsWith('2'));
    return [operationId, Object.fromEntries(errors.map(([status, body]) => [status, codesOf(body)]))];
  });

  expect(Object.fromEntries(found)).toEqual(listed);
});

function codesOf({ content = {} }: Body): string {
  const [{ examples } = { examples: {} }] = Object.values(content);
  return Object.keys(examples).sort().join(' ');
}

test('the protected operations take a bearer token, and the token operation none', () => {
  const open = operations.filter(({ security }) => security.length === 0);

  expect(open.map(({ operationId }) => operationId)).toEqual(['oauth-token']);
  expect(operations).toHaveLength(6);
});

test('the headers and the query of section 4 are parameters of their operation', () => {
  const beside = operations.flatMap(({ operationId, parameters }) =>
    parameters.filter((row) => row.in !== 'path').map((row) => `${operationId} ${row.in} ${row.name}`),
  );

  expect(beside).toEqual([
    'point-payment-intents header x-test-scope',
    'wallet-agreements query client.id',
    'wallet-agreements header x-platform-id',
  ]);
});

test('the examples of a preference are those of all industries', () => {
  const preferences = operations.find(({ operationId }) => operationId === 'checkout-preferences');

  const { examples = {} } = preferences?.requestBody?.content?.['application/json'] ?? {};
  expect(Object.keys(examples)).toHaveLength(industries.length);
});

test('the same seed gives the same document, another seed other examples', () => {
  expect(openApi(5)).toEqual(openApi(5));
  expect(openApi(5)).not.toEqual(openApi(6));
});

test('a wrong option or a wrong setting ends with one sentence', async () => {
  const option = await runCommand('openapi', ['--yaml']);
  const setting = await runCommand('openapi', [], { SEED: 'x' });

  expect([option.code, option.stderr.trim()]).toEqual([1, "error: unknown option '--yaml'"]);
  expect([setting.code, setting.stderr.trim()]).toEqual([
    1,
    'SEED is "x": set it to a whole number from 1 up.',
  ]);
});
