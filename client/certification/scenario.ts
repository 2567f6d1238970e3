import type { Endpoint } from '#api/operations';
import { clientRegister, type TestCounts } from '#api/register';
import { type Industry, isIndustry } from '#factories/preferences/industry';
import { preference } from '#factories/preferences/preference';
import { variationWith } from '#mock/variations';
import schema from '#requirements/scenarios.schema.json' with { type: 'json' };
import { readJsonFile } from '#run/json-file';
import { home } from '#run/process/program';
import {
  defaultRound,
  documentedErrors,
  grammar,
  nameError,
  parseReplyRule,
  type ReplyRule,
  type Round,
} from '../responses/sequences.ts';

const publishedScenarios = `${home}requirements/scenarios.json`;

/** Describes the input of a scenario: docs/certify.md. */
export interface Input extends Credentials, Texts<'grant_type' | 'code_verifier' | 'scope' | 'platform_id'> {
  readonly token?: Token;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly is_sandbox?: boolean;
  readonly times?: number;
}

type Texts<Name extends string> = Readonly<Partial<Record<Name, string>>>;

interface Credentials extends Texts<'client_id' | 'client_secret' | 'code' | 'redirect_uri' | 'refresh_token'> {
  readonly code_age?: number;
}

/** Describes the access token of a protected operation and its renewal, or the code that is exchanged for one. */
interface Token extends Credentials {
  readonly access_token?: string;
  readonly expires_in?: number;
  readonly client_id: string;
  readonly client_secret: string;
}

export interface Scenario {
  readonly id: string;
  readonly title: string;
  readonly file: string;
  readonly line: number;
  readonly control: string | undefined;
  readonly operation: Endpoint;
  readonly industry: Industry | undefined;
  readonly input: Input;
  readonly round: Round;
  readonly replies: readonly ReplyRule[];
  readonly exercises: readonly string[];
  readonly isPublished: boolean;
}

interface Row extends Pick<Scenario, 'id' | 'title' | 'exercises'>, Partial<Pick<Scenario, 'operation' | 'input'>> {
  readonly as?: string;
  readonly industry?: string;
  readonly replies?: Readonly<Record<string, string>>;
  readonly error?: string;
  readonly choice?: Readonly<Record<string, string | number>>;
}

type ScenarioFile = { readonly scenarios: readonly Row[] };

/** Reads a file of scenarios; throws one sentence if one of them is invalid. */
export function readScenarios(file = publishedScenarios): Scenario[] {
  const { value, linesOf } = readJsonFile<ScenarioFile>(file, schema);
  const { scenarios } =
    file === publishedScenarios ? value : readJsonFile<ScenarioFile>(publishedScenarios, schema).value;
  const published = new Set(scenarios.map((row) => JSON.stringify(row)));
  const read = new Map<string, Scenario>();
  for (const [index, row] of value.scenarios.entries()) {
    const [line] = linesOf(['scenarios', index]);
    const createError = (what: string) => new Error(`${file} line ${line}: the scenario ${row.id} ${what}.`);
    if (read.has(row.id)) throw createError('is defined twice');
    const same = [...read.values()].find(({ title }) => title === row.title); // a title identifies a test in every report
    if (same) throw createError(`has the title of ${same.id}. Use another title`);
    const isPublished = published.has(JSON.stringify(row));
    read.set(row.id, { ...toScenario(row, read, createError), file, line, isPublished });
  }
  return [...read.values()];
}

/** Returns the scenarios of some requirements, each with those that it is like. */
export function selectScenarios(all: readonly Scenario[], ids: readonly string[]): Scenario[] {
  const selected = new Set(all.filter(({ exercises }) => exercises.some((id) => ids.includes(id))));
  for (const { control } of selected) {
    const found = all.find(({ id }) => id === control);
    if (found) selected.add(found);
  }
  return all.filter((scenario) => selected.has(scenario));
}

/** Returns the number of scenarios, and of those that exercise each requirement. */
export function countScenarios(scenarios: readonly Scenario[]): TestCounts {
  const count = (id: string) => scenarios.filter(({ exercises }) => exercises.includes(id)).length;
  return { tests: scenarios.length, of: Object.fromEntries(clientRegister.map(({ id }) => [id, count(id)])) };
}

type Wrong = (what: string) => Error;

function toScenario(row: Row, read: ReadonlyMap<string, Scenario>, wrong: Wrong) {
  const { id, title, exercises, as: like } = row;
  const control = like === undefined ? undefined : read.get(like);
  if (like !== undefined && !control) throw wrong(`has "as": "${like}". Expected the id of a scenario above it`);
  const operation = control?.operation ?? row.operation;
  if (!operation) throw wrong('has no operation');
  const unknown = exercises.find((name) => !clientRegister.some((known) => known.id === name));
  if (unknown !== undefined) throw wrong(`exercises ${unknown}, which is not a requirement of a client`);
  const industry = row.industry !== undefined && isIndustry(row.industry) ? row.industry : control?.industry;
  return {
    id,
    title,
    operation,
    industry,
    exercises,
    control: control?.id,
    input: getInput(row, control, industry),
    round: getRound(row, wrong),
    replies: Object.entries(row.replies ?? {}).map(([name, text]) => {
      const rule = parseReplyRule(name, text);
      if (rule) return rule;
      throw wrong(`has the replies ${name} ${text}. Expected an operation and ${grammar}`);
    }),
  };
}

/** Returns the input of a scenario: its control's with its own fields; a preference of its industry is whole. */
function getInput({ id, input, industry: fixed }: Row, control: Scenario | undefined, industry?: Industry): Input {
  const isDrawn = input?.body === undefined && industry !== undefined && (fixed !== undefined || !control);
  const drawn = isDrawn ? { body: preference(industry, { tag: `${id} ${industry}` }) } : {};
  return { ...control?.input, ...drawn, ...input };
}

function getRound({ id, error, choice = {} }: Row, wrong: Wrong): Round {
  const [[name, value] = []] = Object.entries(choice);
  if (name === undefined && error === undefined) return defaultRound;
  const variation = name === undefined || value === undefined ? defaultRound.variation : variationWith(name, value);
  if (variation === undefined) throw wrong(`has the unknown choice ${name} ${value}`);
  if (error === undefined) return { name: id, variation };
  const known = documentedErrors.find((row) => nameError(row) === error);
  if (known) return { name: id, variation, error: known };
  throw wrong(`has the error ${error}, which section 7 does not list`);
}
