import { markdownTable } from 'markdown-table';
import type { Endpoint } from '#mock/operations';
import defects4rest from './defects4rest.json' with { type: 'json' };
import type { Fault, Patch } from './fault.ts';
import { deleteNothing } from './orders.ts';
import { always, hasHeader } from './requests.ts';
import { redirect, setMediaType } from './responses.ts';
import { changeRule, dropRules, failWhen, rejectWhen, skipRule } from './rules.ts';
import { changeBody, changeField, dropField, neverRespond, setFields } from './successes.ts';
import { byRefresh, has, is, isNegative, textAt } from './values.ts';

const fails = (rule: string): Patch => changeRule(rule, { status: 500, code: 'internal_error' });
const upToColon = (text: string): string => text.replace(/:.*/s, '');
const rejectField = (path: string): Patch => rejectWhen(has(path), 'invalid_preference');
const replaceBody = (): Patch => changeBody(() => ({ success: { code: 200, message: 'deleted' } }));

/** A defect of another service: its id, the similar operation here, and the fault that reproduces it. */
type Port = readonly [id: string, operation: Endpoint, requirement: string, description: string, patch: Patch];

const token = 'oauth-token';
const preference = 'checkout-preferences';
const user = 'test-users';
const intent = 'point-payment-intents';
const agreement = 'wallet-agreements';
const order = 'instore-orders';
const descriptor = 'items.0.category_descriptor';
const defaultMethod = 'payment_methods.default_payment_method_id';

const conflictFails = changeRule('a payment intent that cannot be cancelled now', { status: 500 });
const mayNotCreate = 'a token that may not create test users';
const unknownRefresh = 'a refresh token that was never given';
const foreignRefresh = "another application's refresh token";
const facebook = failWhen(is('payer.authentication_type', 'Facebook'));
const platform = rejectWhen(hasHeader('x-platform-id'));
const wrongCode = changeRule(unknownRefresh, { code: 'invalid_request' });
const expiredFails = fails('an expired refresh token');
const notFound = failWhen(always, 404, 'not_found');
const forbidden = failWhen(always, 403, 'forbidden');

/** Invalid requests that are accepted, or rejected with an unlisted error. */
const acceptances: readonly Port[] = [
  ['awx#7243', order, 'ORD-15', 'A request without credentials fails', changeRule('no token', { status: 500 })],
  ['awx#8305', intent, 'PNT-13', 'A cancellation after the approval of a step fails', conflictFails],
  ...['enviroCar-server#52', 'podman#14208', 'podman#17585', 'podman#19368', 'seaweedfs#4270'].map(
    (id): Port => [id, intent, 'PNT-13', 'A conflict fails', conflictFails],
  ),
  ['awx#9222', token, 'TOK-30', 'A modifier that is not supported fails', fails('an unknown grant_type')],
  ['dolibarr#23415', user, 'USR-10', 'A required field may be missing', dropRules('description left out')],
  ['dolibarr#26066', user, 'USR-15', 'A user without the right is accepted', dropRules(mayNotCreate)],
  ['dolibarr#29424', token, 'TOK-36', 'A missing resource is no error', dropRules(unknownRefresh)],
  ['dolibarr#29439', token, 'TOK-36', 'A text is compared by LIKE, in any case', skipRule(unknownRefresh, isAlike)],
  ['kafka-rest#37', order, 'ORD-10', 'A listed rejection fails', fails('a user_id that is no number')],
  ['podman#15828', token, 'TOK-31', 'A missing resource returns success', dropRules('a code that was never given')],
  ['podman#18424', token, 'TOK-32', 'What has ended is taken for running', dropRules('a code older than ten minutes')],
  ['seaweedfs#6497', order, 'ORD-11', 'An invalid name is accepted', dropRules('an empty external_pos_id')],
  ['ory/hydra#1800', token, 'TOK-36', 'An unknown token is invalid_request', wrongCode],
  ['oauthjs/node-oauth2-server#501', token, 'TOK-39', 'A token is compared by no field', dropRules(foreignRefresh)],
  ['cloudflare/workers-oauth-provider#234', token, 'TOK-38', 'An expired token fails', expiredFails],
];

/** Valid requests that get a wrong response. */
const responses: readonly Port[] = [
  ['dolibarr#23179', user, 'USR-03', 'A note is not stored', setFields({ description: '' })],
  ['dolibarr#24661', user, 'USR-01', 'The dates are returned as null', setFields({ date_created: null })],
  ['dolibarr#29292', user, 'USR-03', 'A text is read up to its colon', changeField('description', upToColon)],
  ['dolibarr#29421', intent, 'PNT-01', 'The message of another operation is returned', replaceBody()],
  ['dolibarr#30161', intent, 'PNT-01', 'A specimen is returned', setFields({ id: 'specimen' })],
  ['dolibarr#31369', user, 'USR-04', 'A value of the service replaces the sent one', setFields({ site_id: 'MLA' })],
  ['dolibarr#32096', token, 'TOK-09', 'A field is null in one of two cases', setFields({ user_id: null }, byRefresh)],
  ['enviroCar-server#178', order, 'ORD-01', 'A request is redirected', redirect],
  ['flowable-engine#3003', agreement, 'WAL-07', 'The media type is wrong', setMediaType('application/octet-stream')],
  ['flowable-engine#3856', token, 'TOK-02', 'A value that has no converter is null', setFields({ live_mode: null })],
  ['mastodon#29071', token, 'TOK-02', 'A text is returned as a list', changeField('scope', (scope) => [scope])],
  ['podman#14647', token, 'TOK-14', 'The media type is text in some cases', setMediaType('text/plain', byRefresh)],
  ['podman#17869', intent, 'PNT-01', 'A field begins with a capital', changeBody(({ id = null }) => ({ Id: id }))],
  ['seaweedfs#5155', agreement, 'WAL-01', 'A required field is missing', dropField('agreement_uri')],
  ['signal-cli-rest-api#387', order, 'ORD-16', 'A deletion that returns success does nothing', deleteNothing],
  ['signal-cli-rest-api#657', user, 'USR-01', 'A field is missing', dropField('description')],
];

/** Valid requests that are rejected, fail or get no response, and some invalid ones that fail. */
const rejections: readonly Port[] = [
  ['dolibarr#26881', user, 'USR-01', 'An operation is mapped to another path', notFound],
  ['dolibarr#29372', user, 'USR-01', 'A user with the right is rejected', forbidden],
  ['dolibarr#31015', preference, 'PRF-01', 'A date and time is rejected', rejectField('payer.last_purchase')],
  ['dolibarr#31677', preference, 'PRF-01', 'A new field is not supported', rejectField(`${descriptor}.event_date`)],
  ['dolibarr#32111', preference, 'PRF-01', 'A date as text is rejected', rejectField('date_of_expiration')],
  ['dolibarr#33689', preference, 'PRF-01', 'Lines that were valid are rejected', rejectField('items.0.picture_url')],
  ['enviroCar-server#45', order, 'ORD-01', 'A deletion is not possible', failWhen(always, 405, 'not_allowed')],
  ['enviroCar-server#60', user, 'USR-21', 'A parameter that is null fails', failWhen(is('description', null))],
  ['flowable-engine#1939', token, 'TOK-09', 'A documented kind of request is rejected', rejectWhen(byRefresh)],
  ['flowable-engine#2584', intent, 'PNT-01', 'A documented action is rejected', rejectWhen(always, 'bad_request')],
  ['mastodon#28381', preference, 'PRF-02', 'A documented value fails', facebook],
  ['netbox#18363', preference, 'PRF-01', 'An id of the right type is rejected', rejectField('payer.identification')],
  ['netbox#18368', preference, 'PRF-01', 'A documented field is not supported', rejectField('items.0.warranty')],
  ['netbox#18887', preference, 'PRF-01', 'A nested object makes the validation fail', failWhen(has(descriptor))],
  ['netbox#18991', intent, 'PNT-01', 'A plain request fails', failWhen(always)],
  ['nocodb#2776', preference, 'PRF-02', 'A null is read as a text', rejectWhen(is(defaultMethod, null))],
  ['nocodb#7535', user, 'USR-01', 'A user with the right is rejected', forbidden],
  ['podman#13986', user, 'USR-04', 'A documented value fails', failWhen(is('site_id', 'MLU'))],
  ['podman#24886', preference, 'PRF-21', 'A negative number fails', failWhen(isNegative('items.0.quantity'))],
  ['seaweedfs#4088', intent, 'PNT-01', 'What exists is not found', notFound],
  ['seaweedfs#5213', agreement, 'WAL-01', 'A valid request gets no response', neverRespond(hasHeader('authorization'))],
  ['seaweedfs#5864', order, 'ORD-01', 'What exists is not found', notFound],
  ['seaweedfs#6576', agreement, 'WAL-05', 'A field that clients add is rejected', platform],
];

/**
 * Published defects of other services. The ids are those of Defects4REST (github.com/ANSWER-OSU/Defects4REST): a
 * project and its issue number; ids with an owner are of OAuth servers.
 */
export const publishedFaults: readonly Fault[] = [...acceptances, ...responses, ...rejections].map(
  ([id, operation, requirement, description, patch]) => {
    return { name: `published-${id}`, operation, requirement, description, patch };
  },
);

function isAlike(call: Parameters<typeof textAt>[0]): boolean {
  const sent = textAt(call, 'refresh_token').toLowerCase();
  return [...call.world.refreshTokens.keys()].some((right) => right.toLowerCase() === sent);
}

/** The defects that Defects4REST lists (bug_replication), by class: those expressible here, and others by the reason. */
const classes: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = defects4rest;

/** Returns the section of docs/faults.md about published defects; `noticed` lists the detected faults. */
export function publishedSection(noticed: ReadonlySet<string>): string {
  const rows = Object.entries(classes).map(([kind, { expressible = [], ...others }]) => {
    const found = expressible.filter((id) => noticed.has(`published-${id}`));
    return [kind, [...expressible, ...Object.values(others).flat()], expressible, found] as const;
  });
  const total = (column: 1 | 2 | 3) => rows.reduce((sum, row) => sum + row[column].length, 0);
  return [
    `Of the ${total(1)} defects of Defects4REST ${total(2)} are expressible here, and ${total(3)} of those are noticed; each is a fault below, named \`published-…\`. Four tools together found 3 of 30 of them.`,
    markdownTable(
      [
        ['class', 'defects', 'expressible', 'noticed'],
        ...rows.map(([kind, ...lists]) => [kind, ...lists.map((all) => `${all.length}`)]),
      ],
      { alignDelimiters: false },
    ),
  ].join('\n\n');
}

/** Returns the defects that are listed as expressible and are no fault, and those for which the reverse holds. */
export function unsettled(): string[] {
  const listed = new Set(Object.values(classes).flatMap(({ expressible = [] }) => expressible));
  const ids = publishedFaults.map(({ name }) => name.replace('published-', '')).filter((id) => !id.includes('/'));
  return [...ids.filter((id) => !listed.has(id)), ...[...listed].filter((id) => !ids.includes(id))];
}
