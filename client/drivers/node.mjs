// A driver of the official Node SDK: reads scenarios as lines, does each with the SDK, prints what the caller got (docs/certify.md).
import { createInterface } from 'node:readline';
import { MercadoPagoConfig, OAuth, Point, Preference } from 'mercadopago';

const options = { timeout: 10_000, initialDelay: 1 };
const configOf = (accessToken = '') => new MercadoPagoConfig({ accessToken, options });
const longestCodeAge = 600;

const grants = {
  authorization_code: ({ code_age = 0, ...body }) => {
    if (code_age >= longestCodeAge) throw new Error('The code is older than its ten minutes: ask for another.');
    return new OAuth(configOf()).create({ body });
  },
  refresh_token: (body) => new OAuth(configOf()).refresh({ body }),
};

/** What the SDK has of the six operations. */
const operations = {
  'oauth-token': ({ grant_type, ...body }) => grants[grant_type]?.(body),
  'checkout-preferences': ({ body }, config) => new Preference(config).create({ body }),
  'point-payment-intents': ({ parameters }, config) => new Point(config).cancelPaymentIntent(parameters),
};

for await (const line of createInterface({ input: process.stdin }))
  console.log(JSON.stringify(await reportOn(JSON.parse(line))));

async function reportOn({ scenario, operation, input }) {
  try {
    const result = await done(operation, input);
    return result ? { scenario, outcome: 'done', result } : { scenario, outcome: 'unsupported' };
  } catch (error) {
    return {
      scenario,
      outcome: 'error',
      status: error.status,
      error: `${error.name}: ${error.error} ${error.message}`,
    };
  }
}

async function done(operation, { token, times = 1, ...input }) {
  const perform = operations[operation];
  if (!perform) return undefined;
  const config = token && configOf(await accessTokenOf(token));
  let result;
  for (let time = 0; time < times; time += 1) result = await perform(input, config);
  return result;
}

/** The token that there is; where it has expired, one that its refresh token gives; where there is none yet, the code's. */
async function accessTokenOf({ access_token, expires_in, refresh_token, ...token }) {
  if (access_token && expires_in > 0) return access_token;
  const grant = access_token ? 'refresh_token' : 'authorization_code';
  return (await grants[grant]({ ...token, ...(refresh_token && { refresh_token }) })).access_token;
}
