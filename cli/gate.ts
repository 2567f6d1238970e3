import path from 'node:path';
import type { Command } from 'commander';
import { escapeToLine } from '#api/text';
import { describeVerdict } from '#results/conditions';
import schema from '#results/conformance.schema.json' with { type: 'json' };
import type { Conformance } from '#results/document';
import { decideGate, type GatePolicy, parseCount, parseMinimum } from '#results/gate';
import { readJsonFile } from '#run/json-file';
import { parseEndpoints } from '#run/process/command-errors';
import { print } from '#run/process/output';
import { withRun } from './setting-options.ts';

/** Defines the gate, which decides about the result of a run. */
export function define(command: Command): void {
  command
    .argument('[file]', 'conformance.json of the run. Default: the one in REPORTS_DIR')
    .option('--allow-incomplete', 'accept INCOMPLETE if the run exercised something')
    .option('--allow-replay', 'accept a replay')
    .option('--max-warnings <n>', 'maximum number of failed recommendations', parseCount)
    .option('--max-waivers <n>', 'maximum number of waived requirements', parseCount)
    .option('--require <endpoints>', 'operations whose musts must all pass, separated by commas', parseEndpoints)
    .option('--min-exercised <n>', 'minimum number of exercised musts: 80, or 80%', parseMinimum)
    .addHelpText(
      'after',
      '\nExit codes: 0 CONFORMANT, 1 NON-CONFORMANT, 2 INCOMPLETE, 3 target unreachable, 4 internal error or invalid command.',
    )
    .action(
      withRun(({ settings }, file: string | undefined, policy: GatePolicy) => {
        const name = file ?? path.join(settings.REPORTS_DIR, 'conformance.json');
        const document = readJsonFile<Conformance>(name, schema).value;
        const { code, why } = decideGate(document, policy);
        const { target, product } = document;
        const build = product.build === '' ? '' : ` (build ${product.build})`;
        print(escapeToLine(`gate ${code}: ${target.name}${build} is ${describeVerdict(document)}: ${why}`));
        process.exitCode = code;
      }),
    );
}
