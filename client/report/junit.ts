import { endingWords } from '../record/gate-run.ts';
import type { Finding } from '../result/findings.ts';
import type { SdkResult } from '../result/result.ts';
import { rulesOf } from '../result/rules.ts';

interface Case {
  readonly group: string;
  readonly name: string;
  readonly failure?: string;
  readonly skipped?: boolean;
}

/** The result as JUnit: a case for each rule of each operation, for each finding of no operation, for each round. */
export function junit(result: SdkResult): string {
  const cases = [...ruleCases(result), ...otherCases(result), ...roundCases(result)];
  const failures = cases.filter(({ failure }) => failure !== undefined).length;
  const skipped = cases.filter((one) => one.skipped).length;
  const counts = `tests="${cases.length}" failures="${failures}" skipped="${skipped}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}><testsuite name="SDK gate" timestamp="${result.started}" ${counts}>`,
    ...cases.map(element),
    '</testsuite></testsuites>',
    '',
  ].join('\n');
}

function ruleCases(result: SdkResult): Case[] {
  return rulesOf(result).map(({ endpoint, rule, about, outcome, findings }) => ({
    group: endpoint,
    name: `${rule}: ${about}`,
    ...(outcome === 'failed' ? { failure: findings.map(told).join('\n') } : {}),
    skipped: outcome === 'not exercised',
  }));
}

function otherCases({ findings }: SdkResult): Case[] {
  const others = findings.filter(({ endpoint, level, known }) => endpoint === null && level === 'breach' && !known);
  return others.map((finding) => ({ group: 'no operation', name: finding.id, failure: told(finding) }));
}

function roundCases({ rounds }: SdkResult): Case[] {
  return rounds.map((round) => ({
    group: 'replies',
    name: `The command survives the replies: ${round.name}.`,
    ...(round.survived ? {} : { failure: endingWords(round) }),
  }));
}

function told({ place, text, section, example }: Finding): string {
  return `${place} ${text} (${section}) [${example}]`;
}

function element({ group, name, failure, skipped }: Case): string {
  const inside = failure === undefined ? (skipped ? '<skipped/>' : '') : `<failure message="${escaped(failure)}"/>`;
  return `<testcase classname="${escaped(group)}" name="${escaped(name)}">${inside}</testcase>`;
}

/** As an attribute may have it: no markup, and none of the characters that XML 1.0 has not. */
function escaped(text: string): string {
  const codes = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', '\n': '#10' };
  const clean = text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD]/g, '?');
  return Object.entries(codes).reduce((result, [sign, code]) => result.replaceAll(sign, `&${code};`), clean);
}
