import { test } from '@playwright/test';
import { hangsUp, plain, saysOpposite, staysSilent } from '../canary/habits.ts';
import { expectNoLeak, type Row } from '../canary/run-canary.ts';
import { AWKWARD } from '../second-provider/choices.ts';

const users = ['--project=test-users', 'creation'];

const rows: readonly Row[] = [
  {
    title: 'says the opposite',
    habits: [saysOpposite],
    form: 0,
    args: ['--project=oauth-token', 'presented'],
  },
  {
    title: 'hangs up or stays silent',
    habits: [plain, hangsUp, plain, staysSilent],
    form: AWKWARD,
    args: users,
    variables: { REQUEST_TIMEOUT: '1' },
  },
  {
    title: 'stays silent until the test times out',
    habits: [plain, plain, staysSilent],
    form: 0,
    args: ['--project=instore-orders', 'deletion', '--timeout=1500'],
    shows: /Test timeout of \d+ms exceeded/, // more than 1500: what a request took is added
  },
];

for (const row of rows) test(`a run leaves no secret of a provider that ${row.title}`, () => expectNoLeak(row));
