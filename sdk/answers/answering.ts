import type { Provider } from '../../mock/server.ts';
import type { MatchedRequest } from '../contract/check.ts';
import { readExact } from '../contract/exact-json.ts';
import { matchOperation } from '../contract/match.ts';
import { type RecordedRequest, recordOf, recordOfOther } from '../result/record.ts';
import { type Reply, type Sent, saying } from '../wire/traffic.ts';
import { arranged } from './arrange.ts';
import { forward, swapBack } from './forward.ts';
import { giveFrom } from './given.ts';
import { planOf } from './plan.ts';
import type { Round } from './rounds.ts';
import { standIn } from './stand-ins.ts';

/** What steers the answers of a run. */
export interface AnsweringOptions {
  /** The hosts of the API; any other is refused. */
  readonly hosts: readonly string[];
  readonly strict: boolean;
  readonly allowOtherPaths: boolean;
  /** Whether the SDK's credentials reach the embedded provider as they are. */
  readonly keepCredentials: boolean;
}

/** What was recorded of a run, in the order of the answers. */
export interface Log {
  readonly requests: RecordedRequest[];
  /** Requests to other hosts, as `GET https://host/path` without the query. */
  readonly refused: string[];
  /** What went wrong inside the gate itself. */
  readonly errors: string[];
}

/** The answers to the requests of one round, which stand in the log when they are given. */
export function answersOf(round: Round, provider: Provider, options: AnsweringOptions, log: Log) {
  return async (sent: Sent): Promise<Reply> => {
    try {
      if (!options.hosts.includes(sent.host)) return refuse(sent, options, log);
      return await answer(sent, round, provider, options, log);
    } catch (error) {
      log.errors.push(`The gate failed at ${sent.method} ${sent.host}: ${String(error)}`);
      return saying(500, 'The SDK gate itself failed at this request: see its output.');
    }
  };
}

function refuse({ method, host, target }: Sent, { hosts }: AnsweringOptions, log: Log): Reply {
  log.refused.push(`${method} ${host}${target.replace(/[?#].*/s, '')}`);
  return saying(403, `The SDK gate lets nothing out: ${host} is not ${hosts.join(' or ')}.`);
}

async function answer(sent: Sent, round: Round, provider: Provider, options: AnsweringOptions, log: Log) {
  const match = matchOperation(sent.target);
  if (!match) {
    const reply = saying(
      404,
      'The SDK gate knows the six operations of the reference, and this is none of them.',
    );
    log.requests.push(recordOfOther(round.name, sent, reply, options.allowOtherPaths));
    return reply;
  }
  const request: MatchedRequest = { ...sent, ...match, json: readExact(sent.body) };
  const reply = await replyTo(request, round, provider, options.keepCredentials);
  log.requests.push(recordOf(round.name, request, reply, options.strict));
  return reply;
}

async function replyTo(
  request: MatchedRequest,
  { error }: Round,
  provider: Provider,
  keep: boolean,
): Promise<Reply> {
  const { baseUrl, statesUrl } = provider;
  const give = giveFrom(statesUrl);
  if (error?.endpoint === request.endpoint) return forward(baseUrl, await arranged(request, error, give));
  if (keep) return forward(baseUrl, planOf(request, {}));
  const { plan, swaps } = await standIn(request, give);
  return swapBack(await forward(baseUrl, plan), swaps);
}
