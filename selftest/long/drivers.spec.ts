import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { missingProgram } from '../sdk/stacks.ts';
import { ownFolder } from '../tools/own-folder.ts';
import { runCommand } from '../tools/run-command.ts';

const gson = '/usr/share/java/gson.jar';

/** The drivers in plain HTTP, and how to find out if one runs here. */
const drivers = [
  { name: 'Python', command: ['python3', 'client/drivers/plain.py'], probe: ['python3', '-V'] },
  { name: 'Go', command: ['go', 'run', 'client/drivers/plain.go'], probe: ['go', 'version'] },
  {
    name: 'PHP',
    command: ['php', 'client/drivers/plain.php'],
    probe: ['php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);'],
  },
  { name: 'Ruby', command: ['ruby', 'client/drivers/plain.rb'], probe: ['ruby', '-v'] },
  {
    name: 'Java',
    command: ['java', '-cp', gson, 'client/drivers/Plain.java'],
    probe: ['sh', '-c', `javac -version && ls ${gson}`],
  },
  {
    name: 'a shell with curl and jq',
    command: ['bash', 'client/drivers/plain.sh'],
    probe: ['sh', '-c', 'bash --version && curl --version && jq --version'],
  },
] as const;

interface Requirement {
  readonly id: string;
  readonly outcome: string;
}

for (const { name, command, probe } of drivers)
  test(`the driver of ${name} is CONFORMANT in every scenario, with no warning`, async () => {
    const missing = missingProgram(probe);
    test.skip(missing !== undefined, missing);
    const REPORTS_DIR = ownFolder('driver');

    const { code, stdout, stderr } = await runCommand('client', ['--', ...command], { REPORTS_DIR });

    expect(stdout, stderr).toMatch(/^GREEN: CONFORMANT: (\d+) of \1 musts passed/m);
    const file = path.join(REPORTS_DIR, 'client/conformance.json');
    const { requirements }: { requirements: readonly Requirement[] } = JSON.parse(readFileSync(file, 'utf8'));
    const others = requirements.filter(({ outcome }) => !['passed', 'answered'].includes(outcome));
    expect(others.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual([]);
    expect(code).toBe(0);
  });
