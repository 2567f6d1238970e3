import options from './playwright-options.json' with { type: 'json' };

/** Selects tests; of the others some take a value, which is no test file, and of these some work without it. */
const { selecting, takingValue, withoutValue, optionalValue } = options;

export function isPlaywrightOption(option: string): boolean {
  return [selecting, takingValue, withoutValue].some((names) => names.includes(option));
}

/** Returns the message for an option of Playwright without its value, or with a value that it does not take. */
export function describeWrongValue(words: readonly string[]): string | undefined {
  const messages = words.map((word, at) => {
    const name = getName(word);
    const [value, next = ''] = word.includes('=') ? [word.slice(name.length + 1)] : [undefined, words[at + 1]];
    if (withoutValue.includes(name) || name === '--last-failed')
      return value === undefined ? undefined : `${name} is "${value}", but it takes no value. Use ${name}.`;
    const takesOne = (takingValue.includes(name) || selecting.includes(name)) && !optionalValue.includes(name);
    const isMissing = takesOne && (value ?? (isPlaywrightOption(getName(next)) ? '' : next)) === '';
    return isMissing ? `${name} has no value. Use ${name} <value>.` : undefined;
  });
  return messages.find((message) => message !== undefined);
}

const ofMachine = ['--shard', '--workers', '-j'];

/** Returns the words of the user on the command line of a run, without the path of the configuration. */
export function getUserArguments(argv: readonly string[]): string[] {
  return argv.slice(2).filter((word) => !word.startsWith('--config='));
}

/** Returns the values of an option, written as `--grep=x` or as `--grep x`. */
export function getOptionValues(words: readonly string[], option: string): string[] {
  return words.flatMap((word, at) => {
    if (word === option) return words[at + 1] ?? [];
    return word.startsWith(`${option}=`) ? [word.slice(option.length + 1)] : [];
  });
}

/** Returns true if an option is set, with a value or without. */
export function hasOption(words: readonly string[], option: string): boolean {
  return words.some((word) => getName(word) === option);
}

/** Returns the reporters that replace those of the configuration. */
export function getReporters(words: readonly string[]): string[] {
  return getOptionValues(words, '--reporter').flatMap((list) => list.split(','));
}

/** Returns true if the run only lists its tests. */
export function onlyLists(words: readonly string[] = process.argv): boolean {
  return hasOption(words, '--list');
}

/** Returns true if a command line runs some of the tests: by an option, or by the place of a file. */
export function selectsSomeTests([command, ...words]: readonly string[]): boolean {
  if (command !== 'test') return false;
  return words.some(
    (word, at) =>
      selecting.includes(getName(word)) || !(word.startsWith('-') || takingValue.includes(words[at - 1] ?? '')),
  );
}

/** Returns a command line without what differs between machines: the subcommand, the shard and the workers. */
export function removeShardOption(argv: readonly string[]): string[] {
  const words = argv.slice(argv[0] === 'test' ? 1 : 0);
  return words.filter((word, at) => !ofMachine.includes(getName(word)) && !ofMachine.includes(words[at - 1] ?? ''));
}

function getName(word: string): string {
  return word.split('=', 1)[0] ?? '';
}
