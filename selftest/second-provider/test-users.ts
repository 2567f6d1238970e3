import { randomInt } from 'node:crypto';
import type { Form } from './choices.ts';
import { bearerOf } from './http/bearer.ts';
import { bodyOf, isObject } from './http/json-text.ts';
import { type Call, done, labelled, type Operation, type Reply } from './http/replies.ts';
import { stamp } from './http/timestamps.ts';
import { newSecret } from './token/credentials.ts';
import type { Rights } from './world.ts';

const reject = ({ form }: Call, status: keyof typeof labels): Reply => labelled(form, status, labels[status]);

const labels = {
  ...{ 400: 'Bad-Request', 401: 'Not-Found', 403: 'Forbidden' },
  ...{ 404: 'Resource-Not-Found', 500: 'Internal-Server-Error' },
};

const failures: Partial<Record<Rights, keyof typeof labels>> = {
  ...{ 'no test users': 403, 'finds nothing': 404, 'fails inside': 500 },
};

const sites = ['MPE', 'MLU', 'MLA'];

export const createTestUser: Operation = (call) => {
  const { missingField, unknownSite, noToken, badToken } = call.form.testUsers;
  const token = bearerOf(call);
  if (token === 'no token') return reject(call, noToken);
  if (token === 'bad token') return reject(call, badToken);
  const failure = failures[token.rights];
  if (failure !== undefined) return reject(call, failure);
  const body = bodyOf(call);
  if (body === undefined) return reject(call, 400);
  const user = isObject(body.value) ? asSent(call.form, body.value) : undefined;
  const strange = user !== undefined && unknownSite === 'rejected' && !sites.includes(user.site_id);
  return user === undefined || strange ? reject(call, missingField) : create(call, user);
};

/** Returns both required fields as sent (2.3); undefined if one of them is missing or invalid. */
function asSent(form: Form, body: Record<string, unknown>) {
  const site_id = textOf(form, body.site_id);
  const description = textOf(form, body.description);
  return site_id === undefined || description === undefined ? undefined : { site_id, description };
}

function textOf({ testUsers }: Form, value: unknown): string | undefined {
  const convertible = testUsers.types === 'coerced' && (typeof value === 'number' || value === true);
  return typeof value === 'string' || convertible ? String(value) : undefined;
}

function create({ form, world }: Call, user: { site_id: string; description: string }): Reply {
  const id = world.users.next().value;
  const now = new Date();
  return done(form.testUsers.status, {
    id,
    nickname: `TESTÜ${id}`,
    password: newSecret(form),
    site_status: form.testUsers.siteStatus,
    ...user,
    email: `test_user+${id}.${randomInt(1000)}@mail.second-provider.example`,
    date_created: stamp(now, form.testUsers.stamps),
    date_last_updated: stamp(now, form.testUsers.stamps),
  });
}
