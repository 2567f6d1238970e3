import { readdirSync } from 'node:fs';
import path from 'node:path';
import type * as Embedded from '#mock/server';
import type { Target } from '#run/settings/target';
import type * as Second from '../second-provider/server.ts';
import { instrument, type Mutant, type Switchboard } from './instrument.ts';

/** A provider that can be started with any of its mutants. */
export interface Program {
  readonly name: string;
  readonly mutants: readonly Mutant[];
  readonly start: (switchboard: Switchboard) => Promise<Served>;
}

/** A copy of a provider that is being served. */
export interface Served {
  readonly target: Target;
  readonly close: () => Promise<void>;
}

/** Files that no request reaches: states, faults and open choices. */
const leftOut = /\.spec\.ts$|faults?(\/|\.ts$)|choices|variations|states/;

/** Returns the embedded provider and the second one, each instrumented with its mutants. */
export async function programs(): Promise<Program[]> {
  const embedded = await instrument<typeof Embedded>('mock/server.ts', sourcesIn('mock'));
  const folder = 'selftest/second-provider';
  const second = await instrument<typeof Second>(`${folder}/server.ts`, sourcesIn(folder));
  return [
    {
      name: 'embedded provider',
      mutants: embedded.mutants,
      start: async (switchboard) => served(await embedded.load(switchboard).startProvider()),
    },
    {
      name: 'second provider',
      mutants: second.mutants,
      start: async (switchboard) => served(await second.load(switchboard).startSecondProvider()),
    },
  ];
}

function sourcesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.ts') && !leftOut.test(name))
    .map((name) => path.posix.join(folder, name))
    .sort();
}

function served({ baseUrl, statesUrl = '', close }: Embedded.Provider | Second.SecondProvider): Served {
  return { target: { BASE_URL: baseUrl.replace(/\/$/, ''), PROVIDER_STATES_URL: statesUrl }, close };
}
