import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { isZipped, textOfReply } from '../wire/coding.ts';
import { pairs } from '../wire/http1.ts';
import { bytesOf, type Header, type Reply } from '../wire/traffic.ts';
import type { Plan } from './plan.ts';
import type { Swap } from './stand-ins.ts';

/** Headers that the recorder writes itself. */
const ofTheConnection = /^(?:keep-alive|content-length|date)$/i;

/** Sends a plan to the embedded provider and reads its answer as it stands on the wire. */
export function forward(baseUrl: string, { method, target, headers, body }: Plan): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const length: Header[] = body.length > 0 ? [['Content-Length', String(body.length)]] : [];
    const flat = [...headers, ...length, ['Host', new URL(baseUrl).host]].flat();
    const outgoing = request(baseUrl, { method, path: target, headers: flat }, (response) => {
      bytesOf(response).then(
        (bytes) => resolve({ status: response.statusCode ?? 0, headers: kept(response.rawHeaders), body: bytes }),
        reject,
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** The answer with the SDK's own names in place of the embedded provider's. */
export function swapBack(reply: Reply, swaps: readonly Swap[]): Reply {
  const text = textOfReply(reply);
  const swapped = swaps.reduce((result, [given, sent]) => result.replaceAll(given, quoted(sent)), text);
  if (swapped === text) return reply;
  return { ...reply, body: isZipped(reply) ? gzipSync(swapped) : Buffer.from(swapped) };
}

function quoted(text: string): () => string {
  return () => JSON.stringify(text).slice(1, -1);
}

function kept(raw: readonly string[]): Header[] {
  return pairs(raw).filter(
    ([name, value]) => !ofTheConnection.test(name) && !/^connection: keep-alive$/i.test(`${name}: ${value}`),
  );
}
