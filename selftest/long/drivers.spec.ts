import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import type { Conformance } from '#results/document';
import { missingProgram } from '../sdk/run-gate.ts';
import { ownFolder } from '../tools/own-folder.ts';
import { runCommand } from '../tools/run-command.ts';

const gson = '/usr/share/java/gson.jar';

/** The drivers in plain HTTP, each with a command that checks if it can run here. */
const drivers = [
  ['Python', 'python3 client/drivers/plain.py', 'python3 -V'],
  ['Go', 'go run client/drivers/plain.go', 'go version'],
  ['PHP', 'php client/drivers/plain.php', `php -r 'exit(function_exists("curl_init") ? 0 : 1);'`],
  ['Ruby', 'ruby client/drivers/plain.rb', 'ruby -v'],
  ['Java', `java -cp ${gson} client/drivers/Plain.java`, `javac -version && ls ${gson}`],
  ['a shell with curl and jq', 'bash client/drivers/plain.sh', 'bash --version && curl --version && jq --version'],
] as const;

for (const [name, command, probe] of drivers)
  test(`the driver of ${name} is CONFORMANT in every scenario, with no warning`, async () => {
    const missing = missingProgram(['sh', '-c', probe]);
    test.skip(missing !== undefined, missing);
    const REPORTS_DIR = ownFolder('driver');

    const { code, stdout, stderr } = await runCommand('client', ['--', ...command.split(' ')], { REPORTS_DIR });

    expect(stdout, stderr).toMatch(/^GREEN: CONFORMANT: (\d+) of \1 musts passed/m);
    const file = path.join(REPORTS_DIR, 'client/conformance.json');
    const { requirements }: Conformance = JSON.parse(readFileSync(file, 'utf8'));
    const others = requirements.filter(({ outcome }) => !['passed', 'answered'].includes(outcome));
    expect(others.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual([]);
    expect(code).toBe(0);
  });
