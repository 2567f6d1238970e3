import { pathOf } from '../../suite/core/operations.ts';
import type { MatchedRequest } from '../contract/check.ts';
import type { Header } from '../wire/traffic.ts';

/** What is sent to the embedded provider in place of what the SDK sent. */
export interface Plan {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly Header[];
  readonly body: Buffer;
}

/** Parts of a request that the gate sends otherwise than the SDK did. */
export interface Changes {
  readonly parameters?: Readonly<Record<string, string>>;
  /** The Authorization header, whole. */
  readonly authorization?: string;
  readonly body?: Buffer;
}

/** Headers that belong to the SDK's own connection, or that the changed body makes wrong. */
const ofTheConnection =
  /^(?:host|connection|keep-alive|proxy-.*|transfer-encoding|content-length|content-encoding|expect|te|trailer|upgrade|http2-settings|x-conformance-.*)$/i;

/** The SDK's request with changes, on the path as the reference writes it. */
export function planOf(request: MatchedRequest, { parameters, authorization, body }: Changes): Plan {
  const { method, endpoint, target } = request;
  const query = /\?[^#]*/.exec(target)?.[0] ?? '';
  const changed = authorization === undefined ? [] : [['Authorization', authorization] as const];
  const dropped = ({ 0: name }: Header) =>
    ofTheConnection.test(name) || (changed.length > 0 && name.toLowerCase() === 'authorization');
  return {
    method,
    target: `/${pathOf(endpoint, { ...request.parameters, ...parameters })}${query}`,
    headers: [...request.headers.filter((header) => !dropped(header)), ...changed],
    body: body ?? request.body,
  };
}
