import { randomUUID } from 'node:crypto';
import type { Form } from './choices.ts';
import { bearerOf } from './http/bearer.ts';
import { bodyOf, isObject } from './http/json-text.ts';
import { done, type Json, type Operation, uncoded } from './http/replies.ts';

/** Checks the fields that each form requires: the reference does not show which are required (4). */
const hasRequired: Record<Form['preferences']['required'], (items: unknown) => boolean> = {
  nothing: () => true,
  items: (items) => Array.isArray(items) && items.length > 0,
  'priced items': (items) => Array.isArray(items) && items.length > 0 && items.every(isPriced),
};

function isPriced(item: unknown): boolean {
  return isObject(item) && ['title', 'quantity', 'unit_price'].every((name) => item[name] !== undefined);
}

/** `POST /checkout/preferences`: creates a checkout preference. */
export const createPreference: Operation = (call) => {
  const { status, required, unauthorised, rejection } = call.form.preferences;
  if (typeof bearerOf(call) === 'string') return uncoded(unauthorised);
  const body = bodyOf(call);
  if (body === undefined) return uncoded(400);
  const items = isObject(body.value) ? body.value.items : undefined;
  return hasRequired[required](items) ? done(status, response(call.form)) : uncoded(rejection);
};

/** Returns the body of a success, which the reference does not show (4). */
function response({ preferences }: Form): Json | undefined {
  if (preferences.answer === 'empty') return undefined;
  if (preferences.answer === 'bare') return {};
  const id = randomUUID();
  return { id, init_point: `https://wallet.second-provider.example/start?pref=${id}`, items: 'as sent' };
}
