import type { Endpoint } from '#api/operations';
import type { Outcome } from '#results/outcome';
import { checks, toLevel } from '../contract/judge.ts';
import type { Finding } from './findings.ts';
import type { SdkResult } from './result.ts';

/** Describes what a rule of an operation came to; a breach that the baseline knows is waived. */
export type RuleOutcome = Extract<Outcome, 'passed' | 'failed' | 'warned' | 'waived' | 'not exercised'>;

/** Describes one rule over all requests of one operation. */
export interface RuleResult {
  readonly endpoint: Endpoint;
  readonly rule: string;
  readonly about: string;
  readonly level: 'breach' | 'note';
  readonly outcome: RuleOutcome;
  readonly findings: readonly Finding[];
}

/** Returns every rule of every operation, with what was found; of an operation without a request no rule was exercised. */
export function judgeRules({ operations, findings, strict }: SdkResult): RuleResult[] {
  return operations.flatMap(({ endpoint, requests }) =>
    checks
      .filter(({ of }) => of.includes(endpoint))
      .map(({ rule, about, weight }): RuleResult => {
        const own = findings.filter((finding) => finding.endpoint === endpoint && finding.rule === rule);
        const level = toLevel(weight, strict);
        const outcome = requests === 0 ? 'not exercised' : outcomeOf(own);
        return { endpoint, rule, about, level, outcome, findings: own };
      }),
  );
}

function outcomeOf(findings: readonly Finding[]): RuleOutcome {
  if (findings.some(({ level, known }) => level === 'breach' && !known)) return 'failed';
  if (findings.some(({ level }) => level === 'breach')) return 'waived';
  return findings.length > 0 ? 'warned' : 'passed';
}
