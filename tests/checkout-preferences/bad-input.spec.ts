import { covers } from '#api/covers';
import { groupByKey } from '#api/group-by-key';
import { summarizeResponse } from '#api/reply';
import { eachCase } from '#assertions/each-case';
import { expect } from '#assertions/expect';
import { record } from '#assertions/record';
import { test } from '#assertions/test';
import { invalidPreferences } from '#factories/preferences/invalid';
import { settings } from '#run/context';
import { tagOf } from '#run/settings/names';

const kinds = [
  { kind: 'break', words: 'broken', details: covers('PRF-20', 'PRF-63') },
  { kind: 'hostile', words: 'hostile', details: covers('PRF-21', 'PRF-64') },
] as const;

const all = invalidPreferences(settings().SEED, settings().DEPTH, tagOf(settings(), 'bad-input'));

/** The bad preferences of one kind by the block that their field stands in. */
function byBlock(wanted: 'break' | 'hostile') {
  const ofKind = all.filter(({ kind }) => kind === wanted);
  return groupByKey(ofKind, ({ path }) => (/[.[]/.test(path) ? path.replace(/[.[].*/, '') : 'the top level'));
}

for (const { kind, words, details } of kinds) {
  for (const [block, invalid] of byBlock(kind)) {
    test(`Which ${words} values in ${block} are refused?`, details, async ({ call, given }) => {
      const { access_token } = await given('an access token');
      const answers = await eachCase(invalid, async ({ text, ...bad }) => {
        const breaks = bad.kind === 'break' ? { breaks: bad } : {};
        const response = await call('checkout-preferences', { token: access_token, text, ...breaks });
        await expect.soft(response, bad.name).toBeHandled();
        return [bad.name, summarizeResponse(response)] as const;
      });
      record(Object.fromEntries(answers));
    });
  }
}
