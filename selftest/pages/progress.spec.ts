import { describeProgress, duration } from '#reporters/progress';
import { expect, runProgram, slow, test } from '../tools/fixtures.ts';

const selection = ['--project=instore-orders', '--grep=@ORD-1'];

test('progress is reported in tests done, left and failed, and in time left as soon as it is known', () => {
  const describe = (done: number, failed: number, milliseconds: number) =>
    describeProgress({ done, total: 100, failed, milliseconds });

  expect(describe(1, 0, 900)).toBe('1 of 100 tests done, 99 left, 0 failed');
  expect(describe(25, 2, 30_000)).toBe('25 of 100 tests done, 75 left, 2 failed, about 1 min 30 s left');
  expect(describe(100, 0, 1)).not.toContain('about');
});

test('a duration has the units that tell something', () =>
  expect([900, 59_400, 60_000, 3_900_000].map(duration)).toEqual(['1 s', '59 s', '1 min 0 s', '1 h 5 min']));

for (const [title, variables, coloured] of [
  ['in colour', {}, true],
  ['without colour under NO_COLOR', { NO_COLOR: '1' }, false],
] as const)
  test(`on a terminal one line is written over, ${title}`, slow, async () => {
    const REPORTS_DIR = test.info().outputPath('reports');
    const own = { TERM: 'xterm-256color', MOCK_FAULT: 'order-no-number-code', REPORTS_DIR, ...variables };
    const command = `stty rows 24 cols 120; node_modules/.bin/playwright test ${selection.join(' ')}`;

    const { stdout } = await runProgram('script', ['-qec', command, '/dev/null'], own);

    expect(stdout).toMatch(/\d+ of \d+ tests done, \d+ left/);
    expect(stdout).toContain('\u001b[2K'); // the line is erased
    expect(stdout.includes('\u001b[31m')).toBe(coloured);
    expect(stdout).toContain('✗');
  });
