import { clientRegister, compareVersions, describeOutsideSet, register } from '#api/register';
import { sha256 } from '#run/digest';
import { findExclusion } from '#run/judging';
import { expect, test } from '../tools/fixtures.ts';

test('a run judges every requirement, or those of its set and its operations and of no operation', () => {
  expect(describeOutsideSet('', 'TOK-01')).toBeUndefined();
  expect(describeOutsideSet('0.1', 'TOK-01')).toBeUndefined();
  expect(describeOutsideSet('0.0', 'TOK-01')).toBe('it is not in the set 0.0');
  expect(['0.10', '0.9', '1.0'].sort(compareVersions)).toEqual(['0.9', '0.10', '1.0']);
  const only = { REQUIREMENTS: '', OPERATIONS: ['instore-orders'] } as const;
  expect(['CLI-01', 'ORD-10', 'TOK-01'].filter((id) => !findExclusion(id, only))).toEqual(['CLI-01', 'ORD-10']);
});

/** The digest of every released set. Add one with each release. Never change one: add a row with the next version. */
const digests: Record<string, string> = { '0.1': '6608c49c324cbc6c0eabb96dfe54ff258248811919927fd0fd73b3ae94425632' };

test('no requirement of a released set was added, removed or changed', () => {
  const getDigest = (set: string) => {
    const rows = [...register, ...clientRegister]
      .filter(({ id }) => describeOutsideSet(set, id) === undefined)
      .map(({ id, level, section, text, because = '', needs = [] }) => [id, level, section, text, because, needs])
      .sort(([one = ''], [other = '']) => (one < other ? -1 : 1));
    return sha256(JSON.stringify(rows));
  };

  for (const [set, digest] of Object.entries(digests))
    expect(getDigest(set), `Set ${set} is released. Set since to the next version for a new requirement.`).toBe(digest);
});
