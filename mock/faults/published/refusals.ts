import { hanging, stumbling, type When } from '../../fault.ts';
import { type Call, textMember } from '../../operation.ts';
import { found, has, is } from '../found.ts';
import { agreement, always, intent, order, type Port, preference, token, user } from './port.ts';

const notFound = stumbling(always, 404, 'not_found');
const forbidden = stumbling(always, 403, 'forbidden');

/** Requests that are right and are refused, fail or are never answered; and some that are wrong and fail. */
export const refusals: readonly Port[] = [
  ['dolibarr#26881', user, 'USR-01', 'An operation is mapped to another path.', notFound],
  ['dolibarr#29372', user, 'USR-01', 'A user with the right is refused.', forbidden],
  [
    'dolibarr#31015',
    preference,
    'PRF-01',
    'A date and time is refused.',
    refusingWhere(has('payer.last_purchase')),
  ],
  [
    'dolibarr#31677',
    preference,
    'PRF-01',
    'A field that was added is not supported.',
    refusingWhere(has('items.0.category_descriptor.event_date')),
  ],
  [
    'dolibarr#32111',
    preference,
    'PRF-01',
    'A date as text is refused.',
    refusingWhere(has('date_of_expiration')),
  ],
  [
    'dolibarr#33689',
    preference,
    'PRF-01',
    'Lines that were valid are refused.',
    refusingWhere(has('items.0.picture_url')),
  ],
  [
    'enviroCar-server#45',
    order,
    'ORD-01',
    'A deletion is not possible.',
    stumbling(always, 405, 'not_allowed'),
  ],
  [
    'enviroCar-server#60',
    user,
    'USR-21',
    'A parameter that is null fails.',
    stumbling(is('description', null)),
  ],
  [
    'flowable-engine#1939',
    token,
    'TOK-09',
    'A documented kind of request is refused.',
    stumbling(refreshes, 400, 'unsupported_grant_type'),
  ],
  [
    'flowable-engine#2584',
    intent,
    'PNT-01',
    'A documented action is refused.',
    stumbling(always, 400, 'bad_request'),
  ],
  [
    'mastodon#28381',
    preference,
    'PRF-02',
    'One documented value fails.',
    stumbling(is('payer.authentication_type', 'Facebook')),
  ],
  [
    'netbox#18363',
    preference,
    'PRF-01',
    'An id of the right type is refused.',
    refusingWhere(has('payer.identification')),
  ],
  [
    'netbox#18368',
    preference,
    'PRF-01',
    'A field of the interface is not supported.',
    refusingWhere(has('items.0.warranty')),
  ],
  [
    'netbox#18887',
    preference,
    'PRF-01',
    'A nested object makes the validation fail.',
    stumbling(has('items.0.category_descriptor')),
  ],
  ['netbox#18991', intent, 'PNT-01', 'A plain request fails.', stumbling(always)],
  [
    'nocodb#2776',
    preference,
    'PRF-02',
    'A null is read as a text.',
    refusingWhere(is('payment_methods.default_payment_method_id', null)),
  ],
  ['nocodb#7535', user, 'USR-01', 'A user with the right is refused.', forbidden],
  ['podman#13986', user, 'USR-04', 'A documented value fails.', stumbling(is('site_id', 'MLU'))],
  ['podman#24886', preference, 'PRF-21', 'A negative number fails.', stumbling(isNegative)],
  ['seaweedfs#4088', intent, 'PNT-01', 'What exists is not found.', notFound],
  [
    'seaweedfs#5213',
    agreement,
    'WAL-01',
    'A creation of one who may is never answered.',
    hanging(isAuthorized),
  ],
  ['seaweedfs#5864', order, 'ORD-01', 'What exists is not found.', notFound],
  [
    'seaweedfs#6576',
    agreement,
    'WAL-05',
    'A member that clients add is refused.',
    stumbling(isOfPlatform, 403, 'forbidden'),
  ],
];

function refusingWhere(when: When) {
  return stumbling(when, 400, 'invalid_preference');
}

function refreshes(call: Call): boolean {
  return textMember(call, 'grant_type') === 'refresh_token';
}

function isNegative(call: Call): boolean {
  return Number(found(call, 'items.0.quantity')) < 0;
}

function isOfPlatform({ headers }: Call): boolean {
  return headers['x-platform-id'] !== undefined;
}

function isAuthorized({ headers }: Call): boolean {
  return headers.authorization !== undefined;
}
