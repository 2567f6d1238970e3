import { groups, type Settings } from '#run/settings/settings';

/** Returns the text of `.env.example`: every variable by task. */
export function envExample(): string {
  return [
    '# Copy to .env and remove the # of what you set. The options of `run` have the same names: --base-url for BASE_URL.',
    '# conformance.config.json holds the same names: { "BASE_URL": "http://127.0.0.1:8080", "STRICT": true }.',
    '# .env overrules it, the environment overrules both, and options overrule everything.',
    ...Object.entries(groups).flatMap(([title, group]) => ['', `# ${title}`, ...linesOf(group)]),
    '',
    '# Provider states, if neither PROVIDER_STATES_URL nor STATES_FILE nor STATES_COMMAND is set. docs/provider-states.md lists them.',
    '#STATE_AN_ACCESS_TOKEN__ACCESS_TOKEN=',
    '#STATE_AN_ACCESS_TOKEN__USER_ID=',
    '',
  ].join('\n');
}

function linesOf(group: Partial<Record<keyof Settings, { readonly desc?: string }>>): string[] {
  return Object.entries(group).flatMap(([name, { desc = '' }]) => ['', `# ${desc}`, `#${name}=`]);
}
