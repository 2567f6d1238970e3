import path from 'node:path';
import { Command, Option } from 'commander';
import { answers, type Flags, hostOption, strictOption } from './flags.ts';
import { type GateOptions, usualOptions } from './gate.ts';
import { answering, endingWithTwo } from './options.ts';
import * as words from './words.ts';

interface ServeFlags extends Flags {
  readonly port: number;
  readonly address: string;
}

/** What `serve` was asked for. */
export interface AskedToServe {
  readonly options: Omit<GateOptions, 'inherited'>;
  readonly stubs: string | undefined;
}

/** Reads `serve --port 4020 …`; prints one sentence and exits with 2 where it is wrong. */
export function readServeOptions(argv: readonly string[], cwd: string): AskedToServe {
  const program = new Command('sdk serve').description(
    'Opens a gate and goes on, for clients that start by themselves.',
  );
  for (const option of [...places(), hostOption(), ...answers(), strictOption()]) program.addOption(option);
  endingWithTwo(program).parse(argv, { from: 'user' });
  const flags = program.opts<ServeFlags>();
  const hosts = [...usualOptions.hosts, ...flags.host];
  return {
    options: { ...usualOptions, ...answering(flags), hosts, port: flags.port, address: flags.address },
    stubs: flags.stubs === undefined ? undefined : path.resolve(cwd, flags.stubs),
  };
}

function places(): Option[] {
  return [
    new Option('--port <n>', 'where clients come in; the control address is one up')
      .argParser(words.port)
      .default(4020),
    new Option('--address <ip>', 'where it listens').default('127.0.0.1'),
  ];
}
