import { parseJson, type ResponseRecord, type Send, type SentRequest } from '#api/exchange';
import { groupByKey } from '#api/group-by-key';
import { listFields } from '#api/values/json';
import { listSecretTexts, mapSecretTexts } from '#redaction/names';
import { appendToChannel, claimOnce, type ExchangeLine } from '#run/channels';
import { getScope, isShared } from '#run/running-test';
import { skipTest } from '#run/skip';
import { transportFailure } from '../failure.ts';
import type { StatesClient } from '../states-client.ts';
import { readHar } from './har.ts';

type Asked = Pick<ExchangeLine, 'of' | 'request'>;

/** Returns senders that respond as the recording does and send nothing; the test ends if it has no such request. */
export function createReplay(file: string): { readonly send: Send; readonly states: StatesClient } {
  const find = createSearch(readHar(file).exchanges);
  const sendTo =
    (of: ExchangeLine['of']): Send =>
    async (request) => {
      const { response, failure } = find({ of, request }, getScope()) ?? {};
      if (failure) throw transportFailure(failure.lack, failure.words, failure.code);
      return response ? toResponse(response) : skipUnrecorded(request);
    };
  const teardown: Send = async () => toResponse({ status: 200, headers: {}, text: '{}', milliseconds: 0 });
  return { send: sendTo('service'), states: { url: 'the recording', setup: sendTo('states'), teardown } };
}

/** Creates the search for the exchange of a request in its scope, forward only; shared ones may be used again. */
function createSearch(exchanges: readonly ExchangeLine[]) {
  const given = new Set(exchanges.flatMap(listGiven));
  const all = exchanges.map((line, number) => ({ number, line, ...getKeys(line, given) }));
  const byScope = groupByKey(all, ({ line }) => line.scope);
  const byRequest = groupByKey(all, ({ exact }) => exact);
  const take = createTake();
  return (asked: Asked, scope: string): ExchangeLine | undefined => {
    const { exact, loose } = getKeys(asked, given);
    const inScope = byScope.get(scope) ?? [];
    const same = inScope.filter((kept) => kept.exact === exact);
    const alike = inScope.filter((kept) => kept.loose === loose);
    const again = isShared(scope) ? (same.at(-1) ?? alike.at(-1)) : undefined;
    const anywhere = asked.of === 'service' ? byRequest.get(exact)?.at(-1) : undefined;
    return (take(same) ?? take(alike) ?? again ?? anywhere)?.line;
  };
}

/** Returns a function that takes the first candidate that no test of the run has taken. */
function createTake() {
  const taken = new Set<number>();
  return <K extends { readonly number: number }>(candidates: readonly K[]): K | undefined =>
    candidates.find(({ number }) => {
      if (taken.has(number)) return false;
      taken.add(number);
      return claimOnce(`exchange-${number}`);
    });
}

function skipUnrecorded({ method, url }: SentRequest): never {
  const asked = `${method} ${URL.canParse(url) ? new URL(url).pathname : url}`;
  appendToChannel('unrecorded', asked);
  return skipTest({ kind: 'not recorded', asked });
}

function toResponse(response: Omit<ResponseRecord, 'json'>): ResponseRecord {
  return { ...response, json: response.flaw === undefined ? parseJson(response.text) : undefined };
}

function listGiven({ of, response }: ExchangeLine): string[] {
  if (!response) return [];
  if (of === 'service') return listSecretTexts(response.text);
  return [...listFields(parseJson(response.text))].flatMap(([, value]) => (typeof value === 'string' ? [value] : []));
}

/** Returns the texts by which a request is found; `loose` omits what tests derive from secrets, and the application. */
function getKeys({ of, request: { method, url, headers, body } }: Asked, given: ReadonlySet<string>) {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const json = parseJson(body ?? '');
  const plain = json === undefined ? body : JSON.stringify(json);
  const exact = of === 'states' ? `${plain}` : [`${method} ${url}`, ...fields.sort(), '', plain].join('\n');
  const known = mapSecretTexts(exact, (value) => (given.has(value) ? value : '…'));
  return { exact, loose: known.replace(/(client\.id=)\d+/, '$1…') };
}
