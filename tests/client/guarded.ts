import { must, question, should } from '#api/requirement';

/** What the client sends to create a preference, and how it takes the answers. */
export const checkoutPreferences = {
  'CPR-01': must(
    '4',
    'The creation of a preference is POST /checkout/preferences.',
    '4, row 2: the method and the path of the operation.',
  ),
  'CPR-02': must(
    'preamble',
    'The creation of a preference is exact JSON, as its Content-Type says.',
    'Preamble: bodies of requests are JSON with the content type application/json.',
  ),
  'CPR-03': must(
    '2.7',
    'The fields of a preference are of the types and formats of the tables.',
    '2.7: the tables name the fields and their types, and the formats of URLs and timestamps.',
  ),
  'CPR-04': must(
    '5',
    'The creation of a preference carries the access token that the caller has, as a bearer token.',
    '5, sentence 1: a protected operation takes Authorization: Bearer and the access token.',
  ),
  'CPR-05': must(
    '2.7',
    'A preference has shipments only where the table of its industry lists some.',
    '2.7, row shipments: only for the industries that list it below.',
  ),
  'CPR-21': should('4', 'An answer is taken whatever members, media type parameters and framing it has.'),
  'CPR-22': should('4', 'A success by another status is a success.'),
  'CPR-23': should('4', 'A creation that may have been done is not sent again.'),
  'CPR-24': should(
    '2.7',
    'Every field that the caller gave arrives under the name of the tables with its value.',
  ),
  'CPR-25': should('2.7', 'No field of another industry is added to what the caller gave.'),
  'CPR-60': question('2.7', 'Which fields that the caller did not give does the client add, by industry?'),
  'CPR-61': question(
    '4',
    'Does it send a creation again that is answered 500, and with which header of idempotency?',
  ),
};

/** What the client sends to create a test user, and how it takes the answers. */
export const testUsers = {
  'CUS-01': must(
    '4',
    'The creation of a test user is POST /users/test.',
    '4, row 3: the method and the path of the operation.',
  ),
  'CUS-02': must(
    'preamble',
    'The creation of a test user is exact JSON, as its Content-Type says.',
    'Preamble: bodies of requests are JSON with the content type application/json.',
  ),
  'CUS-03': must(
    '2.3',
    'The creation of a test user has a site_id and a description, both text.',
    '2.3, the table of the request: both are required strings.',
  ),
  'CUS-04': must(
    '5',
    'The creation of a test user carries the access token that the caller has, as a bearer token.',
    '5, sentence 1: a protected operation takes Authorization: Bearer and the access token.',
  ),
  'CUS-20': should('7', 'Each of the five documented errors is survived and told to the caller.'),
  'CUS-21': should('2.3', 'Members of the answer that the client does not know are survived.'),
  'CUS-22': should('4', 'A success by another status is a success.'),
  'CUS-23': should('4', 'A creation that may have been done is not sent again.'),
  'CUS-24': should('2.3', 'The site_id and the description arrive as the caller gave them.'),
  'CUS-26': should('2.3', 'The caller gets the id, the nickname and the password that were answered.'),
  'CUS-60': question('2.3', 'Which members does the client send that the reference does not list?'),
};

/** What the client sends to cancel a payment intent, and how it takes the answers. */
export const pointPaymentIntents = {
  'CPI-01': must(
    '4',
    'The cancellation of a payment intent is DELETE /point/integration-api/devices/{deviceid}/payment-intents/{paymentintentid}.',
    '4, row 4: the method and the path of the operation.',
  ),
  'CPI-02': must(
    '4',
    'The cancellation of a payment intent has no body.',
    '4, row 4: the request of this operation has no body.',
  ),
  'CPI-04': must(
    '5',
    'The cancellation of a payment intent carries the access token that the caller has, as a bearer token.',
    '5, sentence 1: a protected operation takes Authorization: Bearer and the access token.',
  ),
  'CPI-05': must(
    '4',
    'The ids of a device and of a payment intent arrive as the caller gave them, or nothing is sent: none walks to another path.',
    '4, row 4: both are path parameters, each one segment of the path of this operation, and strings of any text.',
  ),
  'CPI-06': must(
    '4',
    'An x-test-scope that is sent has the value sandbox.',
    '4, row 4, and 9: the header has the value sandbox.',
  ),
  'CPI-20': should('7', 'Each of the four documented errors is survived and told to the caller.'),
  'CPI-21': should('2.4', 'Members of the answer that the client does not know are survived.'),
  'CPI-22': should('4', 'A success by another status is a success.'),
  'CPI-26': should('2.4', 'The caller gets the id that was answered.'),
  'CPI-60': question('4', 'Does the client send x-test-scope, in the sandbox and elsewhere?'),
  'CPI-61': question('4', 'Which ids of a device or a payment intent does it refuse to send?'),
};

/** What the client sends to create an agreement, and how it takes the answers. */
export const walletAgreements = {
  'CAG-01': must(
    '4',
    'The creation of an agreement is POST /v2/wallet_connect/agreements, and a client.id in its query is one number.',
    '4, row 5: the method and the path of the operation.',
  ),
  'CAG-02': must(
    'preamble',
    'The creation of an agreement is exact JSON, as its Content-Type says.',
    'Preamble: bodies of requests are JSON with the content type application/json.',
  ),
  'CAG-03': must(
    '2.5',
    'The fields of an agreement are of the types of the table.',
    '2.5, the table of the request: each field with its type and, of the objects, the shape that was seen.',
  ),
  'CAG-04': must(
    '5',
    'The creation of an agreement carries the access token that the caller has, as a bearer token.',
    '5, sentence 1: a protected operation takes Authorization: Bearer and the access token.',
  ),
  'CAG-20': should('7', 'The documented error is survived and told to the caller.'),
  'CAG-21': should('2.5', 'Members of the answer that the client does not know are survived.'),
  'CAG-22': should('4', 'A success by another status is a success.'),
  'CAG-23': should('4', 'A creation that may have been done is not sent again.'),
  'CAG-24': should('2.5', 'Every field, the client.id and the x-platform-id arrive as the caller gave them.'),
  'CAG-26': should('2.5', 'The caller gets the agreement_id and the agreement_uri that were answered.'),
  'CAG-60': question('2.5', 'Which members does the client send that the reference does not list?'),
};

/** What the client sends to delete an in-store order, and how it takes the answers. */
export const instoreOrders = {
  'COR-01': must(
    '4',
    'The deletion of an in-store order is DELETE /instore/qr/seller/collectors/{user_id}/pos/{external_pos_id}/orders with a numeric user_id.',
    '4, row 6: the method and the path of the operation.',
  ),
  'COR-02': must(
    '4',
    'The deletion of an in-store order has no body.',
    '4, row 6: the request of this operation has no body.',
  ),
  'COR-04': must(
    '5',
    'The deletion of an in-store order carries the access token that the caller has, as a bearer token.',
    '5, sentence 1: a protected operation takes Authorization: Bearer and the access token.',
  ),
  'COR-05': must(
    '4',
    'The id of a point of sale arrives as the caller gave it, or nothing is sent: none walks to another path.',
    '4, row 6: external_pos_id is a path parameter, one segment of the path of this operation, and a string of any text.',
  ),
  'COR-20': should('7', 'Each of the four documented errors is survived and told to the caller.'),
  'COR-22': should('4', 'A success by another status is a success, with a body or without.'),
  'COR-61': question('4', 'Which ids of a point of sale does the client refuse to send?'),
};
