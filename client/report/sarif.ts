import { checks } from '../contract/judge.ts';
import type { Finding } from '../result/findings.ts';
import type { SdkResult } from '../result/result.ts';

/** The result as SARIF 2.1.0, for whatever shows findings beside code; each points to the result that has the request. */
export function sarif(result: SdkResult, file: string): string {
  const { findings, suite } = result;
  const rules = [...new Set(findings.map(({ rule }) => rule))].map(ruleOf);
  const driver = { name: 'SDK gate', semanticVersion: suite.version, rules };
  const results = findings.map((finding) => resultOf(finding, file));
  const document = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, results }],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function ruleOf(id: string) {
  const about = checks.find(({ rule }) => rule === id)?.about ?? id;
  return { id, shortDescription: { text: about } };
}

function resultOf({ id, rule, level, known, endpoint, place, text, section, example }: Finding, file: string) {
  const name = endpoint ?? 'no operation';
  return {
    ruleId: rule,
    level: level === 'breach' && !known ? 'error' : 'note',
    message: { text: `${name}: ${place} ${text} (${section}) [${example}]` },
    partialFingerprints: { id },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: file } },
        logicalLocations: [{ fullyQualifiedName: name }],
      },
    ],
  };
}
