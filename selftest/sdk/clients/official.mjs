// The official SDK as an integrator uses it. Whatever it throws is reported and survived.
import { MercadoPagoConfig, OAuth, Point, Preference } from 'mercadopago';

const [preferences = '[]'] = process.argv.slice(2);
const options = { timeout: 10_000, initialDelay: 1 };
const client = new MercadoPagoConfig({ accessToken: 'APP_USR-4711-112104-its-own', options });
const credentials = { client_id: '4711471147114711', client_secret: 'the-sdk-s-own-secret' };

const calls = {
  create: () => {
    const body = { ...credentials, code: 'TG-its-own-code', redirect_uri: 'https://shop.example/cb' };
    return new OAuth(client).create({ body });
  },
  refresh: () => new OAuth(client).refresh({ body: { ...credentials, refresh_token: 'TG-its-own-refresh' } }),
  ...Object.fromEntries(
    JSON.parse(preferences).map((body) => [
      `preference ${body.external_reference}`,
      () => new Preference(client).create({ body }),
    ]),
  ),
  cancel: () => new Point(client).cancelPaymentIntent({ device_id: 'GERTEC_MP35P__8701', payment_intent_id: 'pi-77' }),
};

for (const [name, call] of Object.entries(calls)) {
  try {
    const { api_response, ...answer } = await call();
    console.log(name, api_response.status, Object.keys(answer).join(' '), answer.id === 'pi-77' ? 'its own' : '');
  } catch (error) {
    console.log(name, error.constructor.name, error.status);
  }
}
