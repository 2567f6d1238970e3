import path from 'node:path';
import { parseJson } from '#api/exchange';
import { listFields } from '#api/values/json';
import { type Recording, recordedSettings, toHarText } from '#http/replay/har';
import { isSecretHeader, mapSecretTexts } from '#redaction/names';
import { createPseudonyms, type Pseudonyms } from '#redaction/pseudonyms';
import { loadSharedSecrets, redact, substituteSecrets } from '#redaction/redact';
import { isSuiteWord } from '#redaction/secret-patterns';
import { type ExchangeLine, readChannel } from '#run/channels';
import { registerDigest } from '#run/digest';
import { writeWholeFile } from '#run/file';
import { getSuite } from '#run/process/program';
import { getBuild } from '#run/reported-settings';
import type { RunContext } from '#run/run-context';

/** Writes the recording of a run for `conformance replay`: pseudonyms for secrets; counts what it omits for want of one. */
export function writeRunHar(run: RunContext): void {
  const lines = readChannel('exchanges');
  const kept = lines.flatMap((line) => ('lost' in line ? [] : [line]));
  const asked = kept.flatMap(({ of, response }) => (of === 'states' ? [parseJson(response?.text ?? '')] : []));
  loadSharedSecrets();
  const pseudonyms = createPseudonyms(clientIdsIn(asked));
  const clean = kept.flatMap((line) => withPseudonyms(line, pseudonyms) ?? []);
  const file = path.join(run.settings.REPORTS_DIR, 'exchanges.har');
  writeWholeFile(file, toHarText(describeRecording(run, lines.length - clean.length), clean));
}

function describeRecording({ settings, written, started }: RunContext, lost: number): Recording {
  const { SEED, RUN_ID, BASE_URL, TARGET } = settings;
  const { version, commit, register } = getSuite(registerDigest());
  const set = recordedSettings.flatMap((name) => (written[name] ? [[name, redact(written[name])] as const] : []));
  const names = { SEED: String(SEED), RUN_ID, BASE_URL, TARGET, TARGET_BUILD: getBuild(settings) };
  return {
    run: RUN_ID,
    started,
    suite: { version, commit, register },
    settings: { ...Object.fromEntries(set), ...names },
    lost,
  };
}

/** Returns the ids of applications in JSON values, which are no secrets. */
function clientIdsIn(values: readonly unknown[]): ReadonlySet<string> {
  const ids = values.flatMap((value) => [...listFields(value)].filter(([name]) => name === 'client_id'));
  return new Set(ids.map(([, id]) => String(id)).filter(({ length }) => length > 3));
}

/** Returns an exchange without secrets; undefined where a secret cannot be separated from the text around it. */
function withPseudonyms({ request, response, failure, ...line }: ExchangeLine, pseudonyms: Pseudonyms) {
  let isClean = true;
  const clean = (text: string) => {
    const found = replaceSecrets(text, pseudonyms);
    isClean &&= found !== undefined;
    return found ?? '';
  };
  const write = (name: string, value: unknown) => {
    if (typeof value !== 'string') return value;
    return isSecretHeader(name) ? clean(`${name}: ${value}`).slice(name.length + 2) : clean(value);
  };
  const made: Pick<ExchangeLine, 'request' | 'response'> = JSON.parse(JSON.stringify({ request, response }), write);
  const words = failure && { ...failure, words: replaceSecrets(failure.words, pseudonyms) ?? '' };
  return isClean ? { ...line, ...made, ...(words ? { failure: words } : {}) } : undefined;
}

/** Returns a text without secrets; JSON that holds a secret in another encoding is written again as plain JSON. */
function replaceSecrets(text: string, pseudonyms: Pseudonyms): string | undefined {
  const json = parseJson(text);
  return replaceIn(text, pseudonyms) ?? (json === undefined ? json : replaceIn(JSON.stringify(json), pseudonyms));
}

/** Replaces known secrets, and values of secret fields that are not words of the suite. */
function replaceIn(text: string, pseudonyms: Pseudonyms): string | undefined {
  const known = substituteSecrets(text, pseudonyms.inForm);
  if (known === undefined) return undefined;
  const isClean = (value: string) => value === '' || pseudonyms.isPublic(value) || isSuiteWord(value);
  return mapSecretTexts(known, (value) => (isClean(value) ? value : pseudonyms.of(value)));
}
