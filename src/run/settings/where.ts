import { product } from './composite-kinds.ts';
import { ownFile, statesFile } from './file-kinds.ts';
import {
  anyUrl,
  baseUrl,
  flag,
  headerName,
  headers,
  hosts,
  number,
  ofEachRequest,
  randomKey,
  text,
  users,
} from './setting-kinds.ts';

const none: readonly string[] = [];

/** The target, its provider states and what is known of it. */
export const whereSettings = {
  BASE_URL: baseUrl({
    desc: 'URL of the service under test, with its path prefix. Default: the embedded provider.',
    default: '',
  }),
  TARGET: text({
    desc: 'Name of the target in reports, ledgers and waivers, such as sandbox or staging. Required unless BASE_URL is loopback. Default: target.',
    default: '',
  }),
  PROVIDER_STATES_URL: anyUrl({
    desc: 'URL of the provider-state endpoint of the target. Default: none.',
    default: '',
  }),
  PROVIDER_STATES_HEADERS: headers(ofEachRequest)({
    desc: 'Headers for PROVIDER_STATES_URL, one a line, such as authorization: Bearer abc. Default: none.',
    default: undefined,
  }),
  STATES_FILE: statesFile({
    desc: 'JSON file of provider states: {"an access token": [{"access_token": "…", "user_id": "…"}]}. Default: the STATE_ variables.',
    default: undefined,
  }),
  STATES_COMMAND: text({
    desc: 'Command that returns provider states, instead of PROVIDER_STATES_URL (docs/provider-states.md). Set it in the environment or on the command line only. Default: none.',
    default: '',
  }),
  STATES_TIMEOUT: number(1)({
    desc: 'Seconds that STATES_COMMAND may take for one state. Default: 60.',
    default: 60,
  }),
  STATES_STORE: ownFile({
    desc: 'File that keeps rotated refresh tokens for the next run. Default: none.',
    default: '',
  }),
  STATES_STORE_KEY: randomKey({
    desc: 'Secret of 32 or more characters that encrypts STATES_STORE. Default: none, the tokens are in clear.',
    default: '',
  }),
  PRODUCT: product({
    desc: 'Name of the product under test, or {"name": "…", "version": "…", "vendor": "…", "contact": "…"}. Default: none.',
    default: { name: '', version: '', vendor: '', contact: '' },
  }),
  TARGET_BUILD: text({
    desc: 'Build under test, such as a commit or an image. Default: none.',
    default: '',
  }),
  TARGET_BUILD_HEADER: headerName({
    desc: 'Response header that names the build, if TARGET_BUILD is not set. Default: none.',
    default: '',
  }),
  PRODUCTION_HOSTS: hosts({
    desc: 'Production hosts, separated by commas, where nothing may be created or deleted. Subdomains are included. Default: api.mercadopago.com, which is always one.',
    default: '',
  }),
  LIVE: flag({
    desc: '1: the tokens are live, so nothing may be created or deleted. Default: 0.',
    default: false,
  }),
  ALLOW_LIVE: flag({
    desc: '1: create and delete even in production or with live tokens. This costs real money. Default: 0.',
    default: false,
  }),
  TEST_ACCOUNTS: users({
    desc: 'User ids of test users, separated by commas: create and delete in production with their tokens only. Default: none.',
    default: none,
  }),
} as const;
