import { existsSync } from 'node:fs';
import path from 'node:path';
import { commitOf } from '../../commit.ts';
import { readJsonFile } from '../../json-file.ts';
import { isPartial, partialWords } from '../../part.ts';
import { loadRegister } from '../../register.ts';
import { sha256 } from '../../statement/digest.ts';
import schema from '../conformance.schema.json' with { type: 'json' };
import type { Conformance } from '../document.ts';

type Facts = Readonly<Record<string, string>>;

/** What the environment block of the Allure report says of the last run, or of the SDK gate where that alone has run. */
export async function factsOf(reports: string): Promise<Facts> {
  const [run, gate] = ['conformance.json', 'sdk.json'].map((name) => path.join(reports, name));
  if (run && gate && !existsSync(run) && existsSync(gate)) return ofGate(readJsonFile<Gate>(gate, {}).value);
  return ofRun(readJsonFile<Conformance>(run ?? '', schema).value);
}

async function ofRun({ target, suite, seed, depth, verdict, shards }: Conformance): Promise<Facts> {
  const register = await loadRegister();
  return {
    Verdict: verdict,
    ...(isPartial(shards) ? { 'A part of a run': partialWords(shards) } : {}),
    Target: target.name,
    'Base URL': target.baseUrl,
    ...ofSuite(suite),
    Seed: String(seed),
    Depth: depth,
    'Reference version': `${register.length} requirements, ${sha256(JSON.stringify(register)).slice(0, 12)}`,
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
