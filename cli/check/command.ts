import { type Command, Option } from 'commander';
import { industries } from '../../factories/preferences/industry.ts';
import { withBody } from '../../sdk/contract/check.ts';
import type { Endpoint } from '../../suite/core/operations.ts';
import { visibleLine } from '../../suite/core/visible.ts';
import { type Asked, type Remarks, remarksOn } from './remarks.ts';
import { type Input, inputsOf, payloadsIn } from './written.ts';

type Options = Asked & { readonly operation: Endpoint };

/** The linter of payloads. */
export function define(command: Command): void {
  command
    .argument(
      '[files...]',
      'payloads: JSON, JSON lines or a HAR; without a file, or as -, what comes by stdin',
    )
    .addOption(
      new Option('--industry <slug>', 'what the preferences are of; else their fields decide').choices(
        industries,
      ),
    )
    .addOption(
      new Option('--operation <name>', 'what the payloads are sent to; a HAR says it itself')
        .choices(withBody)
        .default('checkout-preferences'),
    )
    .option('--strict', 'a breach, not a note, is what the reference does not list')
    .addHelpText('after', '\nExit codes: 0 no breach, 1 a breach, 2 nothing that could be checked.')
    .action(check);
}

async function check(files: readonly string[], { operation, ...asked }: Options): Promise<void> {
  const inputs = await inputsOf(files);
  const checked = inputs.flatMap((input) => checkedIn(input, operation, asked));
  const remarks = checked.flatMap(({ remarks }) => remarks);
  const breaches = remarks.filter(({ level }) => level === 'breach').length;
  const notes = remarks.length - breaches;
  say(
    `${counted(checked.length, 'payload')}: ${counted(breaches, 'breach', 'es')}, ${counted(notes, 'note')}.`,
  );
  process.exitCode = breaches > 0 ? 1 : 0;
}

/** Says what is found in one file, a line each, as compilers do. */
function checkedIn(input: Input, operation: Endpoint, asked: Asked): Remarks[] {
  const text = input.bytes.toString();
  return payloadsIn(input, operation).map((written) => {
    const found = remarksOn(text, written, asked);
    for (const { line, column, level, text } of found.remarks)
      say(`${input.name}:${line}:${column} ${level} ${text}`);
    sayComplete(input.name, found);
    return found;
  });
}

function sayComplete(name: string, { completeness }: Remarks): void {
  if (!completeness) return;
  const { industry, sent, of, notSent } = completeness;
  const rest = notSent.length > 0 ? `; not sent: ${notSent.join(', ')}` : '';
  say(`${name}: ${industry}, ${sent} of ${of} fields${rest}`);
}

function counted(count: number, what: string, plural = 's'): string {
  return `${count} ${what}${count === 1 ? '' : plural}`;
}

function say(text: string): void {
  process.stdout.write(`${visibleLine(text)}\n`);
}
