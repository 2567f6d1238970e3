import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { inputsOf } from '../../cli/check/written.ts';
import { runCommand } from '../tools/run-command.ts';

const order = `{
  "date_of_expiration": "2026-12-01",
  "items": [
    { "id": "1", "warranty": true, "category_descriptor": { "route": { "departure_date_time": "2026-12-24" } } },
    { "quantity": "2", "colour": "red" }
  ],
  "payer": { "surname": "Paz", "surname": "Gil", "is/prime": true, "phone": { "area_code": "11" } }
}
`;

const ofOrder = [
  ':2:3 breach /date_of_expiration must match format "date-time"; got "2026-12-01" (2.7, schema)',
  ':4:18 note /items/0/warranty is no field of tourism (2.7, foreign-field)',
  ':5:7 breach /items/1/quantity must be integer; got "2" (2.7, number-as-text)',
  ':5:24 note /items/1/colour is listed nowhere (2.7, unknown-member)',
  ':7:32 breach /payer/surname stands twice in its object (preamble, exact-json)',
  ':7:32 note /payer/surname is spelled otherwise than in the tables, which have last_name (2.7, spelling)',
  ':7:50 note /payer/is~1prime is listed nowhere (2.7, unknown-member)',
  ':7:79 breach /payer/phone/area_code must be integer; got "11" (2.7, number-as-text)',
];

/** The text in a file of the test's own, and its path. */
function fileOf(name: string, text: string): string {
  const file = test.info().outputPath(name);
  writeFileSync(file, text);
  return file;
}

test('check says each breach and note with its line and column, and how complete the payload is', async () => {
  const file = fileOf('order.json', order);

  const { code, stdout, stderr } = await runCommand('check', [file, '--industry', 'tourism']);

  const said = stdout.trimEnd().split('\n');
  const [complete, sum] = said.slice(-2);
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(said.slice(0, -2)).toEqual(ofOrder.map((line) => file + line));
  expect(complete).toContain(`${file}: tourism, 5 of 45 fields; not sent: items.title, `);
  expect(complete).toContain(
    ' items.category_descriptor.passenger, items.category_descriptor.route.departure, ',
  );
  expect(complete).toContain(' payer.address, ');
  expect(sum).toBe('1 payload: 4 breaches, 4 notes.');
});

test('check tells JSON lines, a HAR and stdin apart, and says places of each in its own file', async () => {
  const lines = fileOf(
    'two.txt',
    '{"external_reference":"utilities-1"}\r\n\r\n  {"external_reference":"utilities","items":{}}\n',
  );
  const body = '{"note":"a \\"b\\" \\u00e9","description":1,"site_id":"MLA"}';
  const entry = (method: string, url: string, text?: string) => ({
    request: { method, url, postData: text && { text } },
  });
  const har = fileOf(
    'seen.har',
    JSON.stringify({
      log: {
        entries: [
          entry('GET', 'https://shop.example/'),
          entry('POST', 'https://api.example.com/users/test?x=1', body),
        ],
      },
    }),
  );
  const script = `node --import tsx cli/conformance.ts check ${lines} ${har} - <<< '{"expires": 1}'`;

  const { stdout } = await promisify(execFile)('/bin/bash', ['-c', script]).catch((error) => error);

  const column = readFileSync(har, 'utf8').indexOf('\\"description') + 1;
  expect(stdout.split('\n').filter((line: string) => / (?:breach|note) /.test(line))).toEqual([
    `${lines}:3:37 breach /items must be array (2.7, schema)`,
    expect.stringMatching(`${har}:1:\\d+ note /note is listed nowhere`),
    `${har}:1:${column} breach /description must be string; got 1 (2.3, schema)`,
    expect.stringContaining('stdin:1:1 note body fits 2 industries alike'),
    'stdin:1:2 breach /expires must be boolean; got 1 (2.7, schema)',
  ]);
  expect(stdout).toContain('4 payloads: 3 breaches, 2 notes.\n');
});

const wrongCalls = [
  { args: ['no-such.json'], says: 'no-such.json cannot be read (ENOENT): name a file that is there.' },
  { args: [], says: 'Nothing came by stdin: name a file, or pipe a payload in.' },
  {
    args: ['x.json', '--industry', 'space'],
    says: "error: option '--industry <slug>' argument 'space' is invalid.",
  },
];

for (const { args, says } of wrongCalls)
  test(`check ${args.join(' ')} ends with one sentence and 2`, { tag: '@long' }, async () => {
    const { code, stdout, stderr } = await runCommand('check', args);

    expect({ code, stdout, lines: stderr.split('\n').length }).toEqual({ code: 2, stdout: '', lines: 2 });
    expect(stderr).toContain(says);
  });

test('check ends with one sentence and 2 where its reader closes the pipe', async () => {
  const file = fileOf('order.json', order);
  const script = `set -o pipefail; node --import tsx cli/conformance.ts check ${file} | true`;

  const end = await promisify(execFile)('/bin/bash', ['-c', script]).catch((error) => error);

  expect(end).toMatchObject({
    code: 2,
    stderr: 'The output was not written whole: its reader closed the pipe.\n',
  });
});

test('a file that is named twice is checked once', async () => {
  const file = fileOf('order.json', order);

  expect(await inputsOf([file, file])).toHaveLength(1);
});
