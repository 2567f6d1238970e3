import type { Way, WaysToBreak } from './way.ts';

type Row = Omit<Way, 'keyword'>;

/** For each format, texts that do not have it. */
const rows: Readonly<Record<string, readonly Row[]>> = {
  'date-time': [
    { how: 'that is no date', main: true, value: 'tomorrow' },
    { how: 'with an impossible day', main: true, value: '2035-02-30T12:00:00.000-03:00' },
    { how: 'without an offset', main: true, value: '2035-02-27T12:00:00.000' },
    { how: 'without a time', main: false, value: '2035-02-27' },
    { how: 'with an impossible hour', main: false, value: '2035-02-27T25:00:00.000-03:00' },
    { how: 'in seconds since 1970', main: false, value: '2056190400' },
    { how: 'that is an empty text', main: false, value: '' },
  ],
  uri: [
    { how: 'that is no URI', main: true, value: 'not a URI' },
    { how: 'without a scheme', main: false, value: 'shop.example/back' },
    { how: 'that is a path', main: false, value: '/back' },
    { how: 'that is an empty text', main: false, value: '' },
  ],
  email: [
    { how: 'that is no e-mail address', main: true, value: 'nobody' },
    { how: 'without a host', main: false, value: 'nobody@' },
    { how: 'that is an empty text', main: false, value: '' },
  ],
};

/** `format`: texts that do not have it. */
export const formatWays: WaysToBreak = ({ format }) =>
  (rows[format ?? ''] ?? []).map((row) => ({ keyword: 'format', ...row }));
