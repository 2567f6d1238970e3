import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Variation } from '../variations.ts';
import { refuse, send, type Wire } from './wire.ts';

const fourMegabytes = 4 * 1024 * 1024;

/** A server without routes that hands bodies over as bytes and answers its own refusals in JSON. */
export function newApp(choices: Variation): FastifyInstance {
  const app = fastify({
    bodyLimit: fourMegabytes,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16_384 },
    frameworkErrors: (error, request, reply) => write(request, reply, unreadable(error, choices), choices),
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error, request, reply) => write(request, reply, unreadable(error, choices), choices));
  app.setNotFoundHandler((request, reply) => write(request, reply, nowhere(choices), choices));
  return app;
}

/** Sends an answer past the framework, which would rename headers and refuse to cut bodies short. */
export function write(request: FastifyRequest, reply: FastifyReply, wire: Wire, choices: Variation): void {
  reply.hijack();
  send(reply.raw, wire, choices, `${request.headers['accept-encoding'] ?? ''}`.includes('gzip'));
}

function nowhere(choices: Variation): Wire {
  return refuse({ name: 'no such operation', status: 404, code: 'not_found' }, choices);
}

function unreadable(error: unknown, choices: Variation): Wire {
  const status = statusOf(error);
  if (status >= 500) console.error(error);
  const name = 'a request that cannot be read';
  return refuse({ name, status, code: status < 500 ? 'invalid_request' : 'internal_error' }, choices);
}

function statusOf(error: unknown): number {
  const known = typeof error === 'object' && error !== null && 'statusCode' in error;
  const status = known ? Number(error.statusCode) : 500;
  return status === 415 ? 400 : status;
}
