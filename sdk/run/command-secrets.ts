import { isSecretMember } from '../../suite/run/secrets/names.ts';
import { keepSecret, keepSecretsOfUrl } from '../../suite/run/secrets/redact.ts';

/** `--client-secret hush`, `API_KEY=hush`, `token: hush` in a word that a shell reads. */
const named =
  /(?:^|[\s"';(])(?:-{1,2}([\w-]+)[\s=]+|([\w-]+)\s*[=:]\s*)(?:"([^"]*)"|'([^']*)'|([^\s"';&|)]+))/g;

/** Shorter values of the environment stand in a command line by chance. */
const SHORTEST = 6;

/**
 * Keeps what opens something in a command line: what stands behind a name that says so, what a URL holds, and what the
 * shell put there of a variable with such a name.
 */
export function keepSecretsOfCommand(words: readonly string[], env: NodeJS.ProcessEnv): void {
  for (const [at, word] of words.entries()) {
    const option = /^--?([\w-]+)$/.exec(word)?.[1] ?? '';
    if (isSecretMember(option)) keepSecret(words[at + 1]);
    for (const [, ofOption = '', ofVariable = '', ...values] of word.matchAll(named))
      if (isSecretMember(ofOption || ofVariable)) keepSecret(values.find((value) => value !== undefined));
    for (const [url] of word.matchAll(/https?:\/\/[^\s"']+/g)) keepSecretsOfUrl(url);
  }
  for (const [name, value = ''] of Object.entries(env))
    if (isSecretMember(name) && value.length >= SHORTEST && words.some((word) => word.includes(value)))
      keepSecret(value);
}
