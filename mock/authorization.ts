import type { FastifyInstance, FastifyReply } from 'fastify';
import { addCode } from './world/credentials.ts';
import type { World } from './world/world.ts';

/** The one user of the authorization page. */
const user = { name: 'test-user', password: 'qatest4821' };

const hidden = ['client_id', 'redirect_uri', 'state'] as const;
const pages = '/authorization';

/**
 * The step before the token operation, which the reference does not show (5), as pages for a browser: a user logs in,
 * allows the application, and is sent to its redirect URI with a code.
 */
export function addAuthorization(app: FastifyInstance, world: World): void {
  app.get(pages, (request, reply) => {
    const form = new URLSearchParams(request.url.split('?')[1]);
    return applicationOf(world, form) ? reply.type('text/html').send(login(form)) : reject(reply);
  });
  app.post(`${pages}/login`, (request, reply) => {
    const form = new URLSearchParams(String(request.body));
    const isUser = form.get('user') === user.name && form.get('password') === user.password;
    return reply.type('text/html').send(isUser ? consent(form) : login(form, 'That is no user and password.'));
  });
  app.post(`${pages}/grant`, (request, reply) => {
    const form = new URLSearchParams(String(request.body));
    const application = applicationOf(world, form);
    if (application === undefined) return reject(reply);
    const target = new URL(application.redirectUri);
    target.searchParams.set('code', addCode(world, { codes: 'prefixed' }, application.clientId));
    target.searchParams.set('state', form.get('state') ?? '');
    return reply.redirect(target.href);
  });
}

function applicationOf(world: World, form: URLSearchParams) {
  const application = world.applications.get(form.get('client_id') ?? '');
  return application?.redirectUri === form.get('redirect_uri') ? application : undefined;
}

function reject(reply: FastifyReply) {
  return reply.code(400).type('text/html').send(page('<p>No application has this redirect URI.</p>'));
}

function login(form: URLSearchParams, wrong = ''): string {
  return page(
    `<p role="alert">${wrong}</p><form method="post" action="${pages}/login">${kept(form)}
    <label>User <input name="user"></label><label>Password <input name="password" type="password"></label>
    <button type="submit">Log in</button></form>`,
  );
}

function consent(form: URLSearchParams): string {
  return page(
    `<form method="post" action="${pages}/grant">${kept(form)}<button id="allow" type="submit">Allow</button></form>`,
  );
}

function kept(form: URLSearchParams): string {
  return hidden.map((name) => `<input type="hidden" name="${name}" value="${escaped(form.get(name) ?? '')}">`).join('');
}

function page(body: string): string {
  return `<!doctype html><html lang="en"><title>Authorization</title>${body}</html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
