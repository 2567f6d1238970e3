import { must, question, should } from '../../suite/core/requirement.ts';

/** What the client sends to delete an in-store order, and how it takes the answers. */
export const requirements = {
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
