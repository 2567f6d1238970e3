import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { Ajv2020 } from 'ajv/dist/2020.js';

const files = ['schemas', 'src', 'client']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  )
  .filter((file) => /(?:request|response|\.schema)\.json$/.test(file));

// The suite compiles its schemas without a look at the schema of schemas: a worker would compile that too.
test('every schema is a schema of JSON Schema 2020-12', () => {
  const ajv = new Ajv2020({ logger: false });
  const flaws = files.flatMap((file) =>
    ajv.validateSchema(JSON.parse(readFileSync(file, 'utf8'))) ? [] : [`${file}: ${ajv.errorsText()}`],
  );

  expect(files.length).toBeGreaterThan(15);
  expect(flaws).toEqual([]);
});
