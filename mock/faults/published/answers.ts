import { type Patch, saying, sendingSuccess } from '../../fault.ts';
import type { JsonObject } from '../../http/json.ts';
import { type Call, textMember } from '../../operation.ts';
import { redirecting } from '../bodies.ts';
import { doingNothing } from '../orders.ts';
import { agreement, intent, order, type Port, token, user } from './port.ts';

/** Requests that are right and are answered wrongly. */
export const answers: readonly Port[] = [
  ['dolibarr#23179', user, 'USR-03', 'A note is not kept.', answering({ description: '' })],
  ['dolibarr#24661', user, 'USR-01', 'The dates come back as null.', answering({ date_created: null })],
  ['dolibarr#29292', user, 'USR-03', 'A text is read up to its colon.', saying(upToColon)],
  [
    'dolibarr#29421',
    intent,
    'PNT-01',
    'The message of another operation comes back.',
    saying(() => ({ success: { code: 200, message: 'deleted' } })),
  ],
  [
    'dolibarr#30161',
    intent,
    'PNT-01',
    'A specimen is answered, whatever was named.',
    answering({ id: 'specimen' }),
  ],
  [
    'dolibarr#31369',
    user,
    'USR-04',
    'A value of the service stands for the one that was sent.',
    answering({ site_id: 'MLA' }),
  ],
  ['dolibarr#32096', token, 'TOK-09', 'A member is null on one of two ways to it.', saying(withoutUser)],
  ['enviroCar-server#178', order, 'ORD-01', 'A request is redirecting.', redirecting],
  [
    'flowable-engine#3003',
    agreement,
    'WAL-07',
    'The media type is a wrong one.',
    typedAs('application/octet-stream'),
  ],
  [
    'flowable-engine#3856',
    token,
    'TOK-02',
    'A value that has no converter is null.',
    answering({ live_mode: null }),
  ],
  [
    'mastodon#29071',
    token,
    'TOK-02',
    'A text comes back as a list.',
    saying(({ scope, ...body }) => ({ ...body, scope: [scope ?? null] })),
  ],
  [
    'podman#14647',
    token,
    'TOK-14',
    'The media type is text in one of two cases.',
    typedAs('text/plain', refreshes),
  ],
  [
    'podman#17869',
    intent,
    'PNT-01',
    'A member is written with a capital.',
    saying(({ id }) => ({ Id: id ?? null })),
  ],
  [
    'seaweedfs#5155',
    agreement,
    'WAL-01',
    'A required member is missing.',
    saying(({ agreement_id }) => ({ agreement_id: agreement_id ?? null })),
  ],
  ['signal-cli-rest-api#387', order, 'ORD-16', 'A deletion that answers success does nothing.', doingNothing],
  [
    'signal-cli-rest-api#657',
    user,
    'USR-01',
    'A member is missing.',
    saying(({ description: _, ...body }) => body),
  ],
];

function answering(members: JsonObject): Patch {
  return saying((body) => ({ ...body, ...members }));
}

function typedAs(type: string, when: (call: Call) => boolean = () => true): Patch {
  return sendingSuccess((wire, call) =>
    when(call) ? { ...wire, headers: { ...wire.headers, 'Content-Type': type } } : wire,
  );
}

function refreshes(call: Call): boolean {
  return textMember(call, 'grant_type') === 'refresh_token';
}

function withoutUser(body: JsonObject, call: Call): JsonObject {
  return refreshes(call) ? { ...body, user_id: null } : body;
}

function upToColon(body: JsonObject): JsonObject {
  return { ...body, description: `${body.description ?? ''}`.replace(/:.*/s, '') };
}
