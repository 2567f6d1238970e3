import type { TestDetails } from '@playwright/test';
import type { Endpoint } from '#api/operations';
import { validRequest } from '#assertions/control/controls';
import { eachCase } from '#assertions/each-case';
import { expect } from '#assertions/expect';
import type { Given } from '#assertions/given';
import { brokenJson, extendedJson, withByteOrderMark } from '#factories/malformed/json-texts';
import { settings } from '#run/context';
import { otherBodies } from './other-bodies.ts';
import type { RejectionTest } from './token-rejections.ts';
import type { Rejection } from './wrong-tokens.ts';

/** Describes what the tests of a body that is no plain JSON cover, and the rejection it expects. */
interface Malformed {
  readonly broken: TestDetails;
  readonly extended: TestDetails;
  /** A byte order mark may be ignored or rejected (RFC 8259, 8.1). */
  readonly marked: TestDetails;
  readonly error: Rejection;
  /** Bodies that take turns, where the operation has usual ones of several kinds. */
  readonly kinds?: (given: Given) => Promise<readonly unknown[]>;
}

/** The tests that an operation takes JSON as RFC 8259 has it, and nothing else. */
export function malformedBodies(
  endpoint: Endpoint,
  { broken, extended, marked, ...rejection }: Malformed,
): RejectionTest[] {
  return [
    rejectionOf(endpoint, 'broken JSON', brokenJson, broken, rejection),
    rejectionOf(endpoint, 'JSON with extensions', extendedJson, extended, rejection),
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

function rejectionOf(
  endpoint: Endpoint,
  words: string,
  ways: typeof brokenJson,
  covering: TestDetails,
  { error, kinds }: Pick<Malformed, 'error' | 'kinds'>,
): RejectionTest {
  return {
    title: `refuses ${words}`,
    covering,
    body: async ({ provoke, given, tag }) => {
      const { body, ...valid } = await validRequest(endpoint, given, tag);
      const usual = [body, ...((await kinds?.(given)) ?? [])];

      await eachCase(spoilt(endpoint, usual, ways, tag), async ({ text, name }) => {
        const response = await provoke(endpoint, { ...valid, text });
        await expect.soft(response, name).toBeError(...error);
      });
    },
  };
}

/** A usual body spoilt in each way, and each other body in the next way; at full depth in each way too. */
function spoilt(endpoint: Endpoint, usual: readonly unknown[], ways: typeof brokenJson, tag: string) {
  const inWay = (body: unknown, index: number, suffix: string) => {
    const way = ways[index % ways.length];
    return way ? [{ name: `${way.name}${suffix}`, text: way.of(JSON.stringify(body)) }] : [];
  };
  const turns = settings().DEPTH === 'full' ? ways.length : 1;
  return [
    ...ways.flatMap((_, index) => inWay(usual[index % usual.length], index, '')),
    ...otherBodies(endpoint, tag).flatMap(({ name, body }, row) =>
      ways.slice(0, turns).flatMap((_, turn) => inWay(body, row + turn, `, ${name}`)),
    ),
  ];
}
