import { listedErrors } from '#api/errors';
import { clientRegister, register, wantedScenarios, wantedTests } from '#api/register';
import type { Subject } from '#api/requirement';
import { sha256 } from './digest.ts';

const registers: Readonly<Record<Subject, unknown>> = {
  service: [register, wantedTests, listedErrors],
  client: [clientRegister, wantedScenarios],
};

/** Returns the digest of a register, which results and statements name. */
export function registerDigest(subject: Subject = 'service'): string {
  return sha256(JSON.stringify(registers[subject]));
}
