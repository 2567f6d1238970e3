import path from 'node:path';
import type { Command } from 'commander';
import schema from '../../suite/results/conformance.schema.json' with { type: 'json' };
import type { Conformance } from '../../suite/results/document.ts';
import { environment, settings } from '../../suite/run/context.ts';
import { readJsonFile } from '../../suite/run/json-file.ts';
import { print } from '../../suite/run/process/output.ts';
import { followed, type Tracker } from './issue.ts';

/** The issue of a nightly run. */
export function define(command: Command): void {
  command
    .argument('[file]', 'conformance.json of the run', path.join(settings().REPORTS_DIR, 'conformance.json'))
    .action(async (file: string) => {
      const { value } = readJsonFile<Conformance>(file, schema);
      print(await followed(value, () => trackerIn(environment())));
    });
}

function trackerIn(environment: NodeJS.ProcessEnv): Tracker {
  const of = (name: string) => {
    const value = environment[name];
    if (!value) throw new Error(`${name} is not set: this command belongs into a job of GitHub Actions.`);
    return value;
  };
  const repository = of('GITHUB_REPOSITORY');
  const run = `${of('GITHUB_SERVER_URL')}/${repository}/actions/runs/${of('GITHUB_RUN_ID')}`;
  return { api: of('GITHUB_API_URL'), repository, token: of('GITHUB_TOKEN'), run };
}
