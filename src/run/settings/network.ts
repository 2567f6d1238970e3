import { certificateWithKey, pemFile } from './file-kinds.ts';
import { headers, number, proxy, rate, text } from './setting-kinds.ts';

/** Header fields that a request has by what it is, and those that tests are about. */
const ofEachRequest = ['host', 'content-type', 'content-length', 'transfer-encoding', 'connection'];
const ofSuite = ['authorization', 'x-test-scope', 'cookie', ...ofEachRequest];

/** How requests reach the target: how many, through what, as whom. */
export const networkSettings = {
  MAX_RPS: rate({
    desc: 'Requests a second over all workers, such as 2 or 0.5, to the target and its states. Nothing: 5, and no limit on loopback.',
    default: undefined,
  }),
  CONCURRENCY: number(1)({
    desc: 'Requests of one test side by side, within MAX_RPS, where they do not depend on each other. Nothing: 1 against the sandbox, 8 on loopback, 4 elsewhere.',
    default: undefined,
  }),
  EXTRA_CA: pemFile({
    desc: 'A PEM file of the authority that issued the target’s certificate, where it is a private one.',
    default: '',
  }),
  CLIENT_CERT: certificateWithKey({
    desc: 'A PEM file with the client certificate that the target wants, and its private key.',
    default: '',
  }),
  HTTPS_PROXY: proxy({ desc: 'The proxy to what is https.', default: undefined }),
  NO_PROXY: text({
    desc: 'Hosts that HTTPS_PROXY is not for, between commas, subdomains included; * is all.',
    default: '',
  }),
  EXTRA_HEADERS: headers(ofSuite)({
    desc: 'Header fields that each request to the target has besides, a line each, as a gateway wants them: x-gateway-key: abc.',
    default: undefined,
  }),
  PROVIDER_STATES_HEADERS: headers(ofEachRequest)({
    desc: 'Header fields of the requests to PROVIDER_STATES_URL, a line each: authorization: Bearer abc.',
    default: undefined,
  }),
  USER_AGENT: text({
    desc: 'The User-Agent of every request. Nothing: one of the usual ones of HTTP clients, drawn from SEED.',
    default: '',
  }),
  REQUEST_TIMEOUT: number(1)({ desc: 'Seconds that one request may take.', default: 10 }),
} as const;
