import { orderKey } from './orders.ts';
import { newResourceId, newSecret } from './token/credentials.ts';
import {
  type Application,
  addAccessToken,
  addApplication,
  addGrant,
  addRefreshToken,
  type Grant,
  type Intent,
  type Order,
  type Rights,
  type World,
} from './world.ts';

/** The values that a state gives. */
export type Values = Record<string, string | number>;

type Sources = { world: World; own: () => Application; other: () => Application };
type Provide = (sources: Sources) => Values;

const credentialsOf = ({ id, secret }: Application) => ({ client_id: id, client_secret: secret });
const known = (application: Application) => ({
  ...credentialsOf(application),
  redirect_uri: application.redirectUri,
});

const code =
  (age: number): Provide =>
  ({ world, own }) => {
    const application = own();
    const text = `TG-${newSecret(world.form)}`;
    const grant = addGrant(world, application);
    world.codes.set(text, { grant, at: Date.now() - age, spent: false, burnt: false });
    return { code: text, ...known(application) };
  };

const refresh =
  (rejection?: string): Provide =>
  ({ world, own }) => {
    const application = own();
    const refresh_token = addRefreshToken(world, addGrant(world, application), rejection);
    return { refresh_token, ...credentialsOf(application) };
  };

const access =
  (settings: { seconds?: number; test?: boolean; rights?: Rights }): Provide =>
  ({ world, own }) => ({ access_token: addAccessToken(world, addGrant(world, own()), settings) });

function userWithToken({ world, own }: Sources): { grant: Grant; access_token: string } {
  const grant = addGrant(world, own());
  return { grant, access_token: addAccessToken(world, grant) };
}

const intent =
  (standing: Intent['standing']): Provide =>
  (sources) => {
    const { grant, access_token } = userWithToken(sources);
    const device = newResourceId(sources.world.form, 'device');
    const payment_intent_id = newResourceId(sources.world.form, 'intent');
    sources.world.intents.set(payment_intent_id, { device, owner: grant.user, standing });
    return { device_id: device, payment_intent_id, access_token };
  };

const order =
  (standing: Order['standing']): Provide =>
  (sources) => {
    const { grant, access_token } = userWithToken(sources);
    const external_pos_id = newResourceId(sources.world.form, 'caja');
    sources.world.orders.set(orderKey(grant.user, external_pos_id), { standing });
    return { user_id: grant.user, external_pos_id, access_token };
  };

const elevenMinutes = 660_000;

/** Every provider state and how this provider brings it about. */
export const states = {
  'an application': ({ own }) => known(own()),
  'another application': ({ other }) => known(other()),
  'an application over its rate limit': ({ world }) => credentialsOf(addApplication(world, true)),
  'an authorization code': code(0),
  'an authorization code older than ten minutes': code(elevenMinutes),
  'a refresh token': refresh(),
  'a revoked refresh token': refresh('invalid_grant'),
  'an expired refresh token': refresh('invalid_grant'),
  'a refresh token whose user withdrew the grant': refresh('unauthorized_client'),
  'a refresh token of another user': refresh('forbidden'),
  'an access token': (sources) => {
    const { grant, access_token } = userWithToken(sources);
    return { access_token, user_id: grant.user };
  },
  'an expired access token': access({ seconds: -1 }),
  'a test access token': access({ test: true }),
  'an access token of an unregistered integrator': access({ rights: 'unregistered' }),
  'an access token that may not create test users': access({ rights: 'no test users' }),
  'an access token with which creating a test user finds no resource': access({ rights: 'finds nothing' }),
  'an access token with which creating a test user fails inside the service': access({
    rights: 'fails inside',
  }),
  'a queued payment intent': intent('queued'),
  'a payment intent whose cancellation conflicts': intent('conflicting'),
  'a payment intent whose cancellation fails inside the service': intent('failing'),
  'an open in-store order': order('open'),
  'an in-store order whose deletion fails inside the service': order('failing'),
} satisfies Record<string, Provide>;
