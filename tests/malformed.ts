import type { TestDetails } from '@playwright/test';
import { brokenJson, extendedJson, withByteOrderMark } from '../factories/malformed/json-texts.ts';
import type { Endpoint } from '../suite/core/operations.ts';
import { validRequest } from '../suite/fixtures/control/controls.ts';
import { expect } from '../suite/fixtures/expect.ts';
import { sideBySide } from '../suite/fixtures/side-by-side.ts';
import type { RefusalTest } from './token-refusals.ts';
import type { Refusal } from './wrong-tokens.ts';

/** What the tests of a body that is no plain JSON cover, and how its refusal is told. */
interface Malformed {
  readonly broken: TestDetails;
  readonly extended: TestDetails;
  /** A byte order mark may be ignored or refused (RFC 8259, 8.1). */
  readonly marked: TestDetails;
  readonly error: Refusal;
}

/** The tests that an operation takes JSON as RFC 8259 has it, and nothing else. */
export function malformedBodies(
  endpoint: Endpoint,
  { broken, extended, marked, error }: Malformed,
): RefusalTest[] {
  return [
    refusalOf(endpoint, 'broken JSON', brokenJson, broken, error),
    refusalOf(endpoint, 'JSON with extensions', extendedJson, extended, error),
    {
      title: 'handles JSON behind a byte order mark',
      covering: marked,
      body: async ({ call, given, tag }) => {
        const { body, ...valid } = await validRequest(endpoint, given, tag);

        const response = await call(endpoint, { ...valid, text: withByteOrderMark(JSON.stringify(body)) });

        await expect(response).toBeHandled();
      },
    },
  ];
}

function refusalOf(
  endpoint: Endpoint,
  words: string,
  ways: typeof brokenJson,
  covering: TestDetails,
  error: Refusal,
): RefusalTest {
  return {
    title: `refuses ${words}`,
    covering,
    body: async ({ provoke, given, tag }) => {
      const { body, ...valid } = await validRequest(endpoint, given, tag);

      const answered = sideBySide(ways, ({ of }) =>
        provoke(endpoint, { ...valid, text: of(JSON.stringify(body)) }),
      );

      for await (const [{ name }, response] of answered)
        await expect.soft(response, name).toBeError(...error);
    },
  };
}
