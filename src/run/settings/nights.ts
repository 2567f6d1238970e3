import { deprecatedNames, sets } from '#api/sets';
import { choice, flag, headerName, oneOf, text } from './setting-kinds.ts';

/** What steers a run of many over the same target: docs/nights.md. */
export const nightSettings = {
  REQUIREMENTS: oneOf(
    sets,
    deprecatedNames,
  )({
    desc: 'Judge only the requirements of this set, a package version such as 0.1. Default: all requirements.',
    default: '',
  }),
  TARGET_BUILD_COMMAND: text({
    desc: 'A command that prints the build in one line, run once before the first request, where TARGET_BUILD does not say it. From the environment or the command line alone.',
    default: '',
  }),
  TARGET_BUILD_HEADER: headerName({
    desc: 'The header field of answers that says the build, where nothing else does.',
    default: '',
  }),
  PER: choice(
    'night',
    'week',
    'month',
  )({
    desc: 'Over how long the BUDGET_ settings are spent, counted in the history: night, week (7 days) or month (30). With one of the last two the oldest proof is renewed first.',
    default: 'night',
  }),
  HISTORY: text({
    desc: 'The file to which each whole run adds a line. Nothing: history.jsonl in REPORTS_DIR.',
    default: '',
  }),
  CONFIRM: flag({
    desc: '1: what failed is run once more, alone, after the rest; what fails once is unstable. Nothing: 0 on loopback, 1 elsewhere.',
    default: undefined,
  }),
} as const;
