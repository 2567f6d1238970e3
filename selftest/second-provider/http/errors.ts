import type { Form } from '../choices.ts';
import type { Fields, Json, Reply } from './replies.ts';

type ErrorReply = { code: string; status: number; message: string };

/** Puts the code into an error body; the reference does not show its shape (7). */
const shapes: Record<Form['errors']['shape'], (error: ErrorReply) => Json> = {
  flat: ({ code, status, message }) => ({ message, error: code, status, cause: [] }),
  list: ({ code, message }) => ({ errors: [{ reason: code, detail: message, location: null }] }),
  fault: ({ code, message }) => ({ fault: { faultstring: message, detail: { type: code } } }),
  problem: ({ code, status, message }) => ({
    type: 'https://errors.second-provider.example/rejected',
    title: 'The request was rejected',
    status,
    detail: message,
    code,
  }),
  array: ({ code, message }) => [{ message }, { id: 7, text: code }],
  'unusual name': ({ code, status }) => ({ status: String(status), 'x-why/señal': code, success: false }),
  deep: ({ code, message }) => ({ outcome: { reports: [{ problem: { at: [[message], [{ named: code }]] } }] } }),
  text: ({ code }) => code,
};

const messages = ['No se pudo atender la petición ✗', '请再试一次', 'Отказано: "как есть" \\ \u2028 𝄞'];

/** Returns the body of a rejection in the form's shape; undefined if there is no code and the form sends none. */
export function errorBody(form: Form, { status, code }: Reply): Json | undefined {
  if (code === undefined && form.errors.uncoded === 'empty') return undefined;
  const message = messages[status % messages.length] ?? '';
  return shapes[form.errors.shape]({ code: code ?? `our_own_reason_${status}`, status, message });
}

const more: Fields = {
  error: null,
  warnings: [],
  größe: 1.5,
  _links: { self: { href: '/' }, next: null },
  message: 'ok, ¡listo!',
};

/** Returns the response with unknown fields if the form adds some. */
export function withExtras(form: Form, body: Json): Json {
  if (body === null || typeof body !== 'object' || isList(body)) return body;
  const extras = Object.fromEntries(Object.entries(more).filter(([name]) => !(name in body)));
  const orders: Record<Form['wire']['extras'], () => Json> = {
    none: () => body,
    after: () => ({ ...body, ...extras }),
    before: () => ({ ...extras, ...body }),
    reversed: () => Object.fromEntries(Object.entries({ ...extras, ...body }).reverse()),
  };
  return orders[form.wire.extras]();
}

const isList = (body: Json): body is readonly Json[] => Array.isArray(body);
