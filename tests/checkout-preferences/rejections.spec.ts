import { covers } from '#api/covers';
import { groupByKey } from '#api/group-by-key';
import { summarizeResponse } from '#api/response-shape';
import { usualPreference } from '#assertions/control/controls';
import { eachCase, expect, record, settings, test } from '#assertions/test';
import { edgeBodies, falsyBodies } from '#factories/edge-values';
import { withByteOrderMark } from '#factories/malformed';
import { getRepresentative, industries, industrySchema } from '#factories/preferences/industry';
import { invalidPreferences } from '#factories/preferences/invalid';
import { preference } from '#factories/preferences/preference';
import { getTag } from '#run/run-context';
import { bodyRejections, tokenRejections } from '../cases/rejections.ts';
import { preferredOtherwise, wholeBodies } from '../cases/request-contexts.ts';
import { jsonRejection, judgements } from '../cases/shared-tests.ts';

for (const scheme of ['Basic', 'Token']) {
  test(`rejects a token with the scheme ${scheme}`, covers('PRF-13'), async ({ provoke, given, tag }) => {
    const { access_token } = await given('an access token');
    const headers = { authorization: `${scheme} ${access_token}` };

    const response = await provoke('checkout-preferences', { headers, body: usualPreference(tag) });

    await expect(response).toBeError('4xx');
  });
}

/** Bad preferences by what is wrong, `broken values in items`, with the block of its field. */
const bad = groupByKey(
  invalidPreferences(settings.SEED, settings.DEPTH, getTag(settings, 'bad-input')),
  ({ kind, path }) =>
    `${kind === 'violation' ? 'broken' : kind} values in ${/[.[]/.test(path) ? path.replace(/[.[].*/, '') : 'the top level'}`,
);

for (const [values, rows] of bad) {
  const details = values.startsWith('broken') ? covers('PRF-20', 'PRF-63') : covers('PRF-21', 'PRF-64');

  test(`Which ${values} are refused?`, details, async ({ call, given }) => {
    const { access_token: token } = await given('an access token');
    const responses = await eachCase(rows, async ({ text, ...row }) => {
      const meant = row.kind === 'violation' ? { violates: row } : {};
      const response = await call('checkout-preferences', { token, text, ...meant });
      await expect.soft(response, row.name).toBeHandled();
      return [row.name, summarizeResponse(response)] as const;
    });
    record(Object.fromEntries(responses));
  });
}

/** A row of edge cases from each industry in turn, and each field once with a false, zero or empty value. */
const edges = industries.flatMap((industry, row) => {
  const [schema, base] = [industrySchema(industry), preference(industry, { seed: settings.SEED })];
  const falsy = falsyBodies(schema, base, (path) => getRepresentative(path) === industry);
  return [...edgeBodies(schema, base, (one) => one === row), ...falsy.filter((_, turn) => turn % 4 === row % 4)];
});
const markedEdges = (tag: string) =>
  edges.map(({ name, body }) => {
    return { name, body: typeof body.external_reference === 'string' ? { ...body, external_reference: tag } : body };
  });

const withoutFields = (tag: string) => {
  const body = usualPreference(tag);
  const uneven = { ...body, items: [body.items ?? [], {}].flat() };
  return [
    ...[...wholeBodies, uneven].map((body) => ({ name: JSON.stringify(body), body })),
    { name: 'no body', text: '' },
    { name: 'a byte order mark', body, write: withByteOrderMark },
  ];
};

for (const [title, details, body] of [
  jsonRejection('checkout-preferences', 'PRF-04', { malformed: () => '{"items": [', headers: preferredOtherwise }),
  ...judgements('checkout-preferences', 'handled', [
    ['handles a body without fields, and one behind a byte order mark', 'PRF-20', withoutFields, 3],
    ['handles edge values, and false and empty ones of another type', 'PRF-21', markedEdges, edges.length],
  ]),
  ...bodyRejections('checkout-preferences', { broken: ['PRF-14', '4xx'], extended: ['PRF-31', '4xx'] }),
  ...tokenRejections('checkout-preferences', {
    missing: ['PRF-10', '4xx'],
    unknown: ['PRF-11', '4xx'],
    expired: ['PRF-12', '4xx'],
    otherScheme: ['PRF-30', '4xx'],
  }),
])
  test(title, details, body);
