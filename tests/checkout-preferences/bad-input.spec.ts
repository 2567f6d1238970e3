import { type InvalidPreference, invalidPreferences } from '../../factories/invalid.ts';
import { settings } from '../../suite/environment.ts';
import { expect } from '../../suite/expect.ts';
import { grouped } from '../../suite/grouped.ts';
import { record } from '../../suite/record.ts';
import { replyOf } from '../../suite/reply.ts';
import { test } from '../../suite/test.ts';
import { covers } from './requirements.ts';

const kinds = [
  { kind: 'break', words: 'broken', details: covers('PRF-20', 'PRF-63') },
  { kind: 'hostile', words: 'hostile', details: covers('PRF-21', 'PRF-64') },
] as const;

/** The bad preferences of one kind, field by field. */
function byField(kind: InvalidPreference['kind']): Map<string, InvalidPreference[]> {
  const all = invalidPreferences(settings.SEED, settings.DEPTH).filter((invalid) => invalid.kind === kind);
  return grouped(all, ({ path }) => path);
}

for (const { kind, words, details } of kinds) {
  for (const [path, invalid] of byField(kind)) {
    test(`handles each ${words} value of ${path}`, details, async ({ call, given }) => {
      const { access_token } = await given('an access token');
      const answers: Record<string, unknown> = {};
      for (const { name, text } of invalid) {
        await test.step(name, async () => {
          const response = await call('checkout-preferences', { token: access_token, text });
          answers[name] = replyOf(response);
          await expect.soft(response).toBeHandled();
        });
      }
      record(answers);
    });
  }
}
