import { getHeaderValues } from '../wire/traffic.ts';
import {
  type Check,
  everyEndpoint,
  everyEndpointBut,
  findIf,
  withBody,
  withoutBody,
  withoutToken,
  withToken,
} from './check.ts';
import { findMissing } from './placeholders.ts';

/** Holds the headers (preamble, 4, 5). */
export const headerChecks: readonly Check[] = [
  {
    rule: 'content-type',
    section: 'preamble',
    weight: 'breach',
    about: 'The Content-Type is application/json.',
    of: withBody,
    find: (request) => {
      const [type] = getHeaderValues(request, 'content-type');
      return [
        ...findIf(type === undefined, 'header Content-Type', 'is missing'),
        ...findIf(
          type !== undefined && !/^\s*application\/json\s*(?:;|$)/i.test(type),
          'header Content-Type',
          'is not application/json',
          type,
        ),
      ];
    },
  },
  {
    rule: 'charset',
    section: 'RFC 8259, 8.1',
    weight: 'note',
    about: 'A Content-Type names no charset but UTF-8.',
    of: withBody,
    find: (request) => {
      const [type = ''] = getHeaderValues(request, 'content-type');
      const [, charset] = /;\s*charset="?([^";\s]*)/i.exec(type) ?? [];
      const foreign = charset !== undefined && !/^utf-?8$/i.test(charset);
      return findIf(foreign, 'header Content-Type', 'names a charset, where JSON is UTF-8', charset);
    },
  },
  {
    rule: 'content-type-without-body',
    section: '4',
    weight: 'note',
    about: 'A request without a body has no Content-Type.',
    of: withoutBody,
    find: (request) => {
      const [type] = getHeaderValues(request, 'content-type');
      return findIf(type !== undefined, 'header Content-Type', 'is sent though there is no body', type);
    },
  },
  {
    rule: 'authorization',
    section: '5',
    weight: 'breach',
    about: 'The Authorization header is Bearer and an access token.',
    of: withToken,
    find: (request) => {
      const [value] = getHeaderValues(request, 'authorization');
      if (value === undefined) return [{ place: 'header Authorization', text: 'is missing' }];
      const token = /^Bearer +(\S+)$/i.exec(value)?.[1];
      if (token === undefined) return [{ place: 'header Authorization', text: 'is not "Bearer" and a token' }];
      return [
        ...findMissing('header Authorization', token),
        ...findIf(/^["'].*["']$/.test(token), 'header Authorization', 'has the token in quotation marks'),
      ];
    },
  },
  {
    rule: 'authorization-of-none',
    section: '4',
    weight: 'note', // the example shows none, and nothing forbids one
    about: 'The token operation is sent no Authorization header.',
    of: withoutToken,
    find: (request) =>
      findIf(
        getHeaderValues(request, 'authorization').length > 0,
        'header Authorization',
        'is sent to the operation that issues tokens, whose credentials travel in the body',
      ),
  },
  {
    rule: 'header-twice',
    section: '4',
    weight: 'breach',
    about: 'No header that has one value is sent twice.',
    of: everyEndpoint,
    find: (request) =>
      ['Authorization', 'Content-Type', 'x-test-scope', 'x-platform-id'].flatMap((name) =>
        findIf(getHeaderValues(request, name.toLowerCase()).length > 1, `header ${name}`, 'is sent twice'),
      ),
  },
  {
    rule: 'test-scope',
    section: '4',
    weight: 'breach',
    about: 'An x-test-scope has the value sandbox.',
    of: ['point-payment-intents'],
    find: (request) =>
      getHeaderValues(request, 'x-test-scope').flatMap((value) =>
        findIf(value !== 'sandbox', 'header x-test-scope', 'is not sandbox', value),
      ),
  },
  {
    rule: 'platform-id',
    section: '4',
    weight: 'breach',
    about: 'An x-platform-id has a value.',
    of: ['wallet-agreements'],
    find: (request) =>
      getHeaderValues(request, 'x-platform-id').flatMap((value) => findMissing('header x-platform-id', value)),
  },
  elsewhere('x-test-scope', 'point-payment-intents'),
  elsewhere('x-platform-id', 'wallet-agreements'),
];

/** Returns a header that the reference lists for one operation, sent to another. */
function elsewhere(name: string, home: 'point-payment-intents' | 'wallet-agreements'): Check {
  return {
    rule: `${name}-elsewhere`,
    section: '4',
    weight: 'unlisted',
    about: `The header ${name} is sent to ${home} only.`,
    of: everyEndpointBut(home),
    find: (request) =>
      findIf(getHeaderValues(request, name).length > 0, `header ${name}`, `is listed for ${home} only`),
  };
}
