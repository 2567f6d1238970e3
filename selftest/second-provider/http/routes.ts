import { createAgreement } from '../agreements.ts';
import { deleteOrder } from '../orders.ts';
import { cancelIntent } from '../payment-intents.ts';
import { createPreference } from '../preferences.ts';
import { createTestUser } from '../test-users.ts';
import { token } from '../token/token.ts';
import type { Operation } from './replies.ts';

/** The six operations (4). A segment that begins with a colon is a parameter, and may be empty. */
const routes: readonly (readonly [method: string, path: string, operation: Operation])[] = [
  ['POST', '/oauth/token', token],
  ['POST', '/checkout/preferences', createPreference],
  ['POST', '/users/test', createTestUser],
  ['DELETE', '/point/integration-api/devices/:device/payment-intents/:intent', cancelIntent],
  ['POST', '/v2/wallet_connect/agreements', createAgreement],
  ['DELETE', '/instore/qr/seller/collectors/:user/pos/:pos/orders', deleteOrder],
];

type Found = { operation: Operation; path: Record<string, string> };

/** Returns the operation of a method and a path, with the path's parameters decoded. */
export function findOperation(method: string, path: string): Found | undefined {
  const found = routes.map(([verb, pattern, operation]) => ({
    operation,
    path: verb === method ? parametersOf(pattern, path) : undefined,
  }));
  return found.find((row): row is Found => row.path !== undefined);
}

function parametersOf(pattern: string, path: string): Record<string, string> | undefined {
  const asked = path.split('/');
  const segments = pattern.split('/').map((name, at) => [name, asked[at] ?? ''] as const);
  const isMatch = segments.every(([name, text]) => name.startsWith(':') || name === text);
  if (!isMatch || asked.length !== segments.length) return undefined;
  const parameters = segments.filter(([name]) => name.startsWith(':'));
  return Object.fromEntries(parameters.map(([name, text]) => [name.slice(1), decoded(text)]));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
