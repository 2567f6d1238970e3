import { parseJson, type ResponseRecord, type SentRequest } from '#api/exchange';
import { groupByKey } from '#api/group-by-key';
import { listMembers } from '#api/values/json';
import { listSecretTexts, mapSecretTexts } from '#redaction/collect';
import type { ExchangeLine } from '#run/channel-table';
import { appendToChannel, claimOnce } from '#run/channels';
import { context } from '#run/context';
import { skipTest } from '#run/skip';
import { transportFailure } from '../failure.ts';
import type { Send } from '../send.ts';
import type { StatesClient } from '../states-client.ts';
import { readHar } from './har.ts';
import { isShared, scopeNow } from './scope.ts';

/** A recorded exchange, and what a request must be like to get its answer. */
interface Kept {
  readonly number: number;
  readonly line: ExchangeLine;
  readonly exact: string;
  /** The same but for what a test made itself of a secret, which the stand-in of the secret makes another value of. */
  readonly loose: string;
}

/** Describes what is read of a file once, whatever asks for it. */
interface Played {
  readonly given: ReadonlySet<string>;
  readonly byScope: ReadonlyMap<string, readonly Kept[]>;
  readonly byRequest: ReadonlyMap<string, readonly Kept[]>;
}

const files = new Map<string, Played>();
const taken = new Set<number>();

/** A sender that sends nothing: it answers what was answered when the request was recorded, and ends the test where it was not. */
export function replayed(file: string, of: ExchangeLine['of']): Send {
  return async (request) => {
    const found = find(playedOf(file), request, of, scopeNow());
    if (!found) return unrecorded(request);
    const { answer, failure } = found.line;
    if (failure) throw transportFailure(failure.lack, failure.words, failure.code);
    return answer ? answerOf(answer) : unrecorded(request);
  };
}

/** The states of a recording: what was brought about then needs no end. */
export function replayedStates(): StatesClient {
  const { replay } = context();
  const teardown: Send = async () => answerOf({ status: 200, headers: {}, text: '{}', milliseconds: 0 });
  return { url: 'the recording', setup: replayed(replay?.file ?? '', 'states'), teardown };
}

/** In its own scope forward only; what several tests stand on, and what is no state, may be shown again. */
function find(
  { given, byScope, byRequest }: Played,
  request: SentRequest,
  of: ExchangeLine['of'],
  scope: string,
): Kept | undefined {
  const exact = exactOf({ of, request });
  const loose = looseOf(exact, given);
  const own = byScope.get(scope) ?? [];
  const same = own.filter((kept) => kept.exact === exact);
  const alike = own.filter((kept) => kept.loose === loose);
  const again = isShared(scope) ? (same.at(-1) ?? alike.at(-1)) : undefined;
  return take(same) ?? take(alike) ?? again ?? (of === 'service' ? byRequest.get(exact)?.at(-1) : undefined);
}

function take(candidates: readonly Kept[]): Kept | undefined {
  return candidates.find(({ number }) => {
    if (taken.has(number)) return false;
    taken.add(number);
    return claimOnce(`exchange-${number}`);
  });
}

function unrecorded({ method, url }: SentRequest): never {
  const asked = `${method} ${URL.canParse(url) ? new URL(url).pathname : url}`;
  appendToChannel('unrecorded', asked);
  return skipTest({ kind: 'not recorded', asked });
}

function answerOf(answer: Omit<ResponseRecord, 'json'>): ResponseRecord {
  return { ...answer, json: answer.flaw === undefined ? parseJson(answer.text) : undefined };
}

function playedOf(file: string): Played {
  const known = files.get(file) ?? played(readHar(file).exchanges);
  files.set(file, known);
  return known;
}

function played(exchanges: readonly ExchangeLine[]): Played {
  const given = new Set(exchanges.flatMap(givenBy));
  const all = exchanges.map((line, number) => {
    const exact = exactOf(line);
    return { number, line, exact, loose: looseOf(exact, given) };
  });
  return {
    given,
    byScope: groupByKey(all, ({ line }) => line.scope),
    byRequest: groupByKey(all, ({ exact }) => exact),
  };
}

/** Returns what of an answer may stand in a later request. */
function givenBy({ of, answer }: ExchangeLine): string[] {
  if (!answer) return [];
  return of === 'states' ? textsOf(parseJson(answer.text)) : listSecretTexts(answer.text);
}

function textsOf(json: unknown): string[] {
  return [...listMembers(json)].flatMap(([, value]) => (typeof value === 'string' ? [value] : []));
}

/** A state is the same wherever it was asked for, and a body however its JSON is laid out. */
function exactOf({ of, request: { method, url, headers, body } }: Pick<ExchangeLine, 'of' | 'request'>): string {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const json = parseJson(body ?? '');
  const plain = json === undefined ? body : JSON.stringify(json);
  return of === 'states' ? `${plain}` : [`${method} ${url}`, ...fields.sort(), '', plain].join('\n');
}

function looseOf(exact: string, given: ReadonlySet<string>): string {
  return mapSecretTexts(exact, (value) => (given.has(value) ? value : '…'));
}
