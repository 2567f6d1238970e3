// Provider states in Express. Start it with: npm install express && PORT=8080 node express.mjs
import { randomUUID } from 'node:crypto';
import express from 'express';

const application = {
  client_id: '1234567890',
  client_secret: 'test-secret',
  redirect_uri: 'https://shop.example/callback',
};
const other = { ...application, client_id: '2234567890', redirect_uri: 'https://other.example/callback' };

// Replace each line with a call to your own service, which creates the data and returns it.
const setups = {
  'an application': () => application,
  'another application': () => other,
  'an authorization code': () => ({ ...application, code: `TG-${randomUUID()}` }),
  'a refresh token': () => ({ ...application, refresh_token: `TG-${randomUUID()}` }),
  'an access token': () => ({ access_token: `APP_USR-${randomUUID()}`, user_id: '241983636' }),
  'an expired access token': () => ({ access_token: `APP_USR-${randomUUID()}` }),
};

const app = express();
app.post('/_states', express.json(), (request, response) => {
  const { state, action } = request.body;
  const setup = setups[state];
  if (!setup) response.sendStatus(404);
  else if (action === 'teardown') response.json({});
  else response.json(setup());
});
const server = app.listen(process.env.PORT ?? 8080, () => console.log(`listening on port ${server.address().port}`));
