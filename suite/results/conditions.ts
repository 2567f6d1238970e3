import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Subject } from '../core/requirement.ts';
import { readSettings, type Settings } from '../run/settings/settings.ts';
import type { Verdict } from './verdict.ts';

/** Settings that are not as they usually are, and change what a must asks. */
export type Conditions = Readonly<Record<string, string>>;

/** How each setting that changes what a must asks is written. A path says nothing elsewhere: of a certificate its fingerprint is told. */
const writers: { readonly [Name in keyof Settings]?: (value: Settings[Name]) => string } = {
  REQUIREMENTS: String,
  WITHOUT: (value) => value.join(','),
  TOKEN_LIFETIME: String,
  DEPTH: String,
  REQUEST_TIMEOUT: String,
  BUDGET_PREFERENCES: String,
  BUDGET_TEST_USERS: String,
  BUDGET_AGREEMENTS: String,
  EXTRA_CA: (file) => new X509Certificate(readFileSync(file)).fingerprint256.slice(0, 23),
  MOCK_VARIATION: String,
  MOCK_FAULT: String,
};

/** The conditions of a run; of a client none of them changes what a must asks. */
export function conditionsOf(settings: Settings, subject: Subject): Conditions {
  if (subject === 'client') return {};
  const usual = readSettings({});
  const write = <Name extends keyof Settings>(name: Name) => writers[name]?.(settings[name]);
  const changed = Object.keys(writers)
    .filter((name): name is keyof Settings => name in settings)
    .filter((name) => String(settings[name]) !== String(usual[name]));
  return Object.fromEntries(changed.map((name) => [name, write(name) ?? '']));
}

/** The verdict with the conditions under which it holds: `CONFORMANT under TOKEN_LIFETIME=3600`. */
export function verdictWords({
  verdict,
  conditions,
}: {
  readonly verdict: Verdict;
  readonly conditions: Conditions;
}): string {
  const words = Object.entries(conditions).map(([name, value]) => `${name}=${value}`);
  return words.length === 0 ? verdict : `${verdict} under ${words.join(', ')}`;
}
