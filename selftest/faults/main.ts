import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { faults } from '../../mock/faults.ts';
import { startProvider } from '../../mock/server.ts';
import type { FaultyTarget } from '../../suite/targets.ts';

// Serves the embedded provider once for each of its faults and runs every test against those that it is to notice.
const folder = await mkdtemp(path.join(tmpdir(), 'faults-'));
const file = path.join(folder, 'faults.json');
const providers = await Promise.all(faults.map(({ name }) => startProvider({ fault: name })));
const targets = faults.map(({ name, breaks }, index): FaultyTarget => {
  const { baseUrl = '', statesUrl = '' } = providers[index] ?? {};
  return { name, breaks, BASE_URL: baseUrl, PROVIDER_STATES_URL: statesUrl };
});
await writeFile(file, JSON.stringify(targets));
process.exitCode = await play({ FAULTS_FILE: file, RUN_FOLDER: folder });
await Promise.all(providers.map((provider) => provider.close()));
await rm(folder, { recursive: true });

function play(variables: Record<string, string>): Promise<number> {
  const command = ['playwright', 'test', '-c', 'selftest/faults', ...process.argv.slice(2)];
  const child = spawn('npx', command, { env: { ...process.env, ...variables }, stdio: 'inherit' });
  return new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
}
