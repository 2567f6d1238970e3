import path from 'node:path';
import type { Command } from 'commander';
import { escapeToLine } from '#api/escape-controls';
import { describeVerdict } from '#results/conditions';
import schema from '#results/conformance.schema.json' with { type: 'json' };
import type { Conformance } from '#results/document';
import { decideGate, type GatePolicy, parseCount, parseEndpoints, parseMinimum } from '#results/gate';
import { settings } from '#run/context';
import { readJsonFile } from '#run/json-file';
import { print } from '#run/process/output';

/** The decision over the result of a run. */
export function define(command: Command): void {
  command
    .argument('[file]', 'conformance.json of the run', path.join(settings().REPORTS_DIR, 'conformance.json'))
    .option('--allow-incomplete', 'let INCOMPLETE pass, of a run that exercised something')
    .option('--allow-replay', 'let a replay pass as the run that it is of')
    .option('--max-warnings <n>', 'at most so many broken shoulds', parseCount)
    .option('--max-waivers <n>', 'at most so many waived requirements', parseCount)
    .option('--require <endpoints>', 'every must of these endpoints is passed: names between commas', parseEndpoints)
    .option('--min-exercised <n>', 'at least so many musts were exercised: 80, or 80%', parseMinimum)
    .addHelpText(
      'after',
      '\nExit codes: 0 CONFORMANT, 1 NON-CONFORMANT, 2 INCOMPLETE, 3 target unreachable, 4 error of the suite or of the call.',
    )
    .action((file: string, policy: GatePolicy) => {
      const { value } = readJsonFile<Conformance>(file, schema);
      const { code, why } = decideGate(value, policy);
      const { target, product } = value;
      const build = product.build === '' ? '' : ` (build ${product.build})`;
      print(escapeToLine(`gate ${code}: ${target.name}${build} is ${describeVerdict(value)}: ${why}`));
      process.exitCode = code;
    });
}
