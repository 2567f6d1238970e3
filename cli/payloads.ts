import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { depths } from '#factories/preferences/depth';
import { industries } from '#factories/preferences/industry';
import { type KindName, kinds, linesOf, type Wanted } from '#factories/preferences/payload-lines';

type Options = Wanted & { readonly [Kind in KindName]?: number | true };

/** Payloads to feed a mock or a fuzzer with. */
export function define(command: Command): void {
  command
    .addOption(new Option('--industry <slug>', 'one industry; all of them without it').choices(industries))
    .addOption(new Option('--depth <depth>', 'how many invalid ones').choices(depths).default('standard'))
    .option('--seed <number>', 'the same seed prints the same bytes', wholeNumber, 1)
    .action(print);
  for (const [name, { about }] of Object.entries(kinds)) command.option(`--${name} [count]`, about, wholeNumber);
}

function print(options: Options): Promise<void> {
  return pipeline(Readable.from(printed(options)), process.stdout);
}

function* printed(options: Options): Generator<string> {
  const asked = Object.keys(kinds)
    .filter(isKind)
    .filter((kind) => options[kind] !== undefined);
  for (const kind of asked.length > 0 ? asked : (['valid'] as const)) {
    const count = options[kind];
    for (const line of linesOf(kind, options, count === true ? undefined : count)) {
      const { industry, kind, name, seed, ...rest } = line;
      yield `${JSON.stringify({ industry, kind, name, seed, ...rest })}\n`;
    }
  }
}

function isKind(name: string): name is KindName {
  return Object.hasOwn(kinds, name);
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number)) return number;
  throw new InvalidArgumentError('Expected a whole number from 0 up.');
}
