import { existsSync } from 'node:fs';
import path from 'node:path';
import { verdictWords } from '../../suite/results/conditions.ts';
import schema from '../../suite/results/conformance.schema.json' with { type: 'json' };
import type { Conformance } from '../../suite/results/document.ts';
import { partWords } from '../../suite/results/stands-on.ts';
import { readJsonFile } from '../../suite/run/json-file.ts';
import { commitOf } from '../../suite/run/process/program.ts';
import { registerDigest } from '../../tests/register.ts';

type Facts = Readonly<Record<string, string>>;

/** What the environment block of the Allure report says of the last run, or of the SDK gate where that alone has run. */
export function factsOf(reports: string): Facts {
  const [run, gate] = ['conformance.json', 'sdk.json'].map((name) => path.join(reports, name));
  if (run && gate && !existsSync(run) && existsSync(gate)) return ofGate(readJsonFile<Gate>(gate, {}).value);
  return ofRun(readJsonFile<Conformance>(run ?? '', schema).value);
}

function ofRun(document: Conformance): Facts {
  const { target, suite, seed, depth, requirements, decision } = document;
  const part = partWords(document);
  return {
    Decision: decision.words,
    Verdict: verdictWords(document),
    ...(part === undefined ? {} : { 'A part of a run': part }),
    Target: target.name,
    'Base URL': target.baseUrl,
    ...ofSuite(suite),
    Seed: String(seed),
    Depth: depth,
    'Reference version': `${requirements.length} requirements, ${registerDigest(decision.subject).slice(0, 12)}`,
  };
}

/** Of sdk/result/sdk.schema.json what is told here. */
interface Gate extends Pick<Conformance, 'suite'> {
  readonly verdict: string;
  readonly command: readonly string[];
  readonly way: string;
}

function ofGate({ verdict, command, way, suite }: Gate): Facts {
  return { Verdict: verdict, Command: command.join(' '), Way: way, ...ofSuite(suite) };
}

function ofSuite({ name, version }: Conformance['suite']): Facts {
  return { Suite: `${name} ${version}`, Commit: commitOf() ?? 'unknown' };
}
