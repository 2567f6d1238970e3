import type { Fields } from './field-kinds.ts';

/** Spelled as in the tables of 2.7 and as in its examples, which name the same in two ways. */
const person: Fields = {
  first_name: 'text',
  last_name: 'text',
  name: 'text',
  surname: 'text',
  identification_type: 'text',
  identification_number: 'text',
  type: 'text',
  number: 'text',
};

const identified: Fields = { ...person, identification: { fields: person } };

const route: Fields = {
  departure: 'text',
  destination: 'text',
  departure_date_time: 'date',
  arrival_date_time: 'date',
  company: 'text',
};

const item: Fields = {
  id: 'text',
  title: 'text',
  category_id: 'text',
  quantity: 'integer',
  unit_price: 'number',
  currency_id: 'text',
  type: 'text',
  description: 'text',
  picture_url: 'url',
  warranty: 'truth',
  event_date: 'date',
  category_descriptor: { fields: { event_date: 'date', passenger: { fields: identified }, route: { fields: route } } },
};

const payer: Fields = {
  ...identified,
  email: 'text',
  date_created: 'text',
  phone: { fields: { area_code: 'integer', number: 'integer' } },
  address: { fields: { zip_code: 'text', street_name: 'text', street_number: 'integer' } },
  authentication_type: ['Gmail', 'Facebook', 'Native web', 'Other'],
  registration_date: 'date',
  'registration date': 'date',
  is_prime_user: 'truth',
  is_first_purchase_online: 'truth',
  last_purchase: 'date',
};

const floor: Fields = { floor: 'text', apartment: 'text' };

const receiver: Fields = {
  zip_code: 'text',
  state_name: 'text',
  city_name: 'text',
  street_name: 'text',
  street_number: 'integer',
  ...floor,
};

const excluded: Fields = { id: 'text' };

const paymentMethods: Fields = {
  excluded_payment_methods: { eachOf: { fields: excluded } },
  excluded_payment_types: { eachOf: { fields: excluded } },
  default_payment_method_id: 'text or null',
  default_installments: 'integer or null',
  installments: 'integer or null',
};

/** Every field of a preference in any industry (2.7). */
export const preferenceFields: Fields = {
  auto_return: ['approved'],
  back_urls: { fields: { failure: 'url', pending: 'url', success: 'url' } },
  notification_url: 'url',
  expires: 'truth',
  external_reference: 'text',
  date_of_expiration: 'date',
  items: { eachOf: { fields: item } },
  payer: { fields: payer },
  payment_methods: { fields: paymentMethods },
  shipments: {
    fields: {
      mode: ['not_specified'],
      local_pickup: 'truth',
      express_shipment: 'truth',
      receiver_address: { fields: receiver },
      ...floor,
    },
  },
};
