import { capabilityNames, isCapability } from '#api/capabilities';
import { deprecatedNames, sets } from '#api/sets';
import { choice, choices, flag, number, oneOf, text } from './setting-kinds.ts';

/** Holds what is judged, and what fails a run. */
export const strictnessSettings = {
  STRICT: flag({ desc: '1: a failed recommendation fails the run. Default: 0.', default: false }),
  CERTIFY: flag({ desc: '1: an INCOMPLETE run fails. Default: 0.', default: false }),
  CONFIRM: flag({
    desc: '1: run each failed test once more, alone; a test that then passes is unstable. Default: 0 on loopback, 1 elsewhere.',
    default: undefined,
  }),
  DRIFT: choice(
    'warn',
    'fail',
  )({ desc: 'fail: a response that differs from the ledger fails the run. Default: warn.', default: 'warn' }),
  REQUIREMENTS: oneOf(
    sets,
    deprecatedNames,
  )({
    desc: 'Judge only the requirements of this set, a package version such as 0.1. Default: all requirements.',
    default: '',
  }),
  WITHOUT: choices(
    capabilityNames,
    isCapability,
  )({
    desc: `Capabilities that a mock lacks, separated by commas: ${capabilityNames.join(', ')} (docs/test-your-service.md). Default: none.`,
    default: [],
  }),
  TOKEN_LIFETIME: number(1)({
    desc: 'Configured lifetime of an access token in seconds (expires_in). Default: 15552000.',
    default: 15_552_000,
  }),
  DEPTH: choice(
    'smoke',
    'standard',
    'full',
  )({
    desc: 'How many invalid requests are sent: smoke, standard or full. Default: standard.',
    default: 'standard',
  }),
  SEEDS: number(0)({
    desc: 'How many preferences with edge-case values are sent for each industry. Default: 2.',
    default: 2,
  }),
  SEED: number(1)({
    desc: 'Number that reproduces the payloads of an earlier run. Default: a random one.',
    default: 0,
  }),
  MOCK_VARIATION: number(0)({
    desc: 'Embedded provider: number of the choices it makes where the reference is silent. Default: 0.',
    default: 0,
  }),
  MOCK_FAULT: text({
    desc: 'Embedded provider: faults for demonstrations, separated by commas, such as order-no-number-code. Default: none.',
    default: '',
  }),
} as const;
