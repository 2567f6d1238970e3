import { type CompletedRequest, getLocal } from 'mockttp';
import type { Trust } from '../entrance/trust.ts';
import type { Header, Reply, Sent } from './traffic.ts';

/** A server that takes requests as a proxy, as the API's own host and as a base URL, all on one port. */
export interface Recorder {
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/** Starts a recorder; `answer` is handed every request that comes from this machine, and nothing is passed on. */
export async function startRecorder(trust: Trust, answer: (sent: Sent) => Promise<Reply>): Promise<Recorder> {
  const server = getLocal({
    https: { key: trust.key, cert: trust.cert },
    http2: false,
    recordTraffic: false,
    suggestChanges: false,
  });
  await server.start(0);
  await server.forUnmatchedRequest().thenCallback(async (request) => {
    if (!isLocal(request)) return 'close';
    return written(await answer(await sentOf(request)));
  });
  return { port: server.port, stop: () => server.stop() };
}

/** mockttp listens on every interface; the gate serves this machine alone. */
function isLocal({ remoteIpAddress = '' }: CompletedRequest): boolean {
  return /^(?:::ffff:)?127\.|^::1$/.test(remoteIpAddress);
}

async function sentOf({ method, destination, path, rawHeaders, body }: CompletedRequest): Promise<Sent> {
  const decoded = await body.getDecodedBuffer().catch(() => undefined);
  return {
    method,
    host: destination.hostname.toLowerCase(),
    target: path,
    headers: rawHeaders.map(([name, value]): Header => [name, value]),
    body: decoded ?? body.buffer,
  };
}

function written({ status, headers, body }: Reply) {
  return { statusCode: status, headers: Object.fromEntries(headers), rawBody: body };
}
