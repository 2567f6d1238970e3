/** Members of a request or a response whose value is always a secret (2.1 to 2.3), as a part of a regular expression. */
export const secretMembers = 'access_token|refresh_token|client_secret|code_verifier|password';

const wholeMember = new RegExp(`^(?:${secretMembers})$`);

/** Header fields whose value is always a secret. */
const secretHeaders = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key']);

/** Values of provider states that a report may show: they name things and open none. */
const publicValues = new Set([
  'client_id',
  'redirect_uri',
  'user_id',
  'device_id',
  'payment_intent_id',
  'external_pos_id',
]);

/** Whether the value of a member is always a secret. */
export function isSecretMember(name: string): boolean {
  return wholeMember.test(name);
}

/** Whether the value of a header field is always a secret. */
export function isSecretHeader(name: string): boolean {
  return secretHeaders.has(name.toLowerCase());
}

/** Whether the value of a provider state may be shown. */
export function isPublicValue(name: string): boolean {
  return publicValues.has(name);
}
