import { budget } from './composite-kinds.ts';
import { certificateWithKey, pemFile } from './file-kinds.ts';
import { flag, headers, number, ofSuite, proxy, rate, text } from './setting-kinds.ts';

/** Says how requests reach the target, and how many of them. */
export const networkSettings = {
  BUDGET: budget({
    desc: 'How many resources a run may create: preferences=25,test-users=13,agreements=15. With per=week or per=month earlier runs count too (docs/test-your-service.md). Default: no limit on loopback, these numbers elsewhere.',
    default: {},
  }),
  MAX_RPS: rate({
    desc: 'Requests per second of all workers together, such as 2 or 0.5. Default: no limit on loopback, 5 elsewhere.',
    default: undefined,
  }),
  WORKERS: number(1)({
    desc: 'Parallel workers; 1 sends one request at a time. Default: 2 for the embedded provider, 6 on loopback, 1 elsewhere.',
    default: 0,
  }),
  OWN_STATES: flag({
    desc: '1: with --shard, no other machine has the provider states of this one. Default: 0.',
    default: false,
  }),
  REQUEST_TIMEOUT: number(1)({ desc: 'Seconds that one request may take. Default: 10.', default: 10 }),
  EXTRA_CA: pemFile({
    desc: 'PEM file of a private certificate authority. Default: none.',
    default: '',
  }),
  CLIENT_CERT: certificateWithKey({
    desc: 'PEM file with a client certificate and its private key. Default: none.',
    default: '',
  }),
  HTTPS_PROXY: proxy({
    desc: 'Proxy for https, such as http://proxy.example.com:3128. Default: none.',
    default: undefined,
  }),
  NO_PROXY: text({
    desc: 'Hosts without a proxy, separated by commas, subdomains included; * is all. Default: none.',
    default: '',
  }),
  EXTRA_HEADERS: headers(ofSuite)({
    desc: 'Headers for each request to the target, one a line, such as x-gateway-key: abc. Default: none.',
    default: undefined,
  }),
} as const;
