import type { Members, Shape } from '../http/shape.ts';

// The fields of 2.7, all industries together: a request does not say which industry it is of.

const person: Members = {
  first_name: 'text',
  last_name: 'text',
  identification_type: 'text',
  identification_number: 'text',
};

const route: Members = {
  departure: 'text',
  destination: 'text',
  departure_date_time: 'date',
  arrival_date_time: 'date',
  company: 'text',
};

const descriptor: Members = { event_date: 'date', passenger: { members: person }, route: { members: route } };

const item: Members = {
  id: 'text',
  title: 'text',
  category_id: 'text',
  quantity: 'quantity',
  unit_price: 'number',
  currency_id: 'text',
  type: 'text',
  description: 'text',
  picture_url: 'url',
  warranty: 'flag',
  event_date: 'date',
  category_descriptor: { members: descriptor },
};

const payer: Members = {
  email: 'email',
  date_created: 'date or empty',
  first_name: 'text',
  last_name: 'text',
  identification: { members: { identification_type: 'text', identification_number: 'text' } },
  phone: { members: { area_code: 'integer', number: 'integer' } },
  address: { members: { zip_code: 'text', street_name: 'text', street_number: 'integer' } },
  authentication_type: 'authentication',
  registration_date: 'date',
  is_prime_user: 'flag',
  is_first_purchase_online: 'flag',
  last_purchase: 'date',
};

const receiver: Members = {
  zip_code: 'text',
  state_name: 'text',
  city_name: 'text',
  street_name: 'text',
  street_number: 'integer',
  floor: 'text',
  apartment: 'text',
};

const shipments: Members = {
  mode: 'text',
  receiver_address: { members: receiver },
  express_shipment: 'flag',
  local_pickup: 'flag',
  floor: 'text',
  apartment: 'text',
};

const method: Shape = { each: { members: { id: 'text' } } };

const paymentMethods: Members = {
  excluded_payment_methods: method,
  excluded_payment_types: method,
  default_payment_method_id: 'text or null',
  default_installments: 'integer or null',
  installments: 'integer or null',
};

/** The body of 2.7. */
export const preferenceShape: Shape = {
  members: {
    auto_return: 'text',
    back_urls: { members: { failure: 'url', pending: 'url', success: 'url' } },
    notification_url: 'url',
    expires: 'flag',
    external_reference: 'text',
    date_of_expiration: 'date',
    items: { each: { members: item } },
    payer: { members: payer },
    payment_methods: { members: paymentMethods },
    shipments: { members: shipments },
  },
};

/** Says where the examples of 2.7 spell a field otherwise than its tables. */
export const otherSpellings: readonly string[] = [
  '/payer/registration date',
  '/payer/name',
  '/payer/surname',
  '/payer/identification/type',
  '/payer/identification/number',
  '/items/*/category_descriptor/passenger/type',
  '/items/*/category_descriptor/passenger/number',
];
