import { type Endpoint, endpoints, operations } from '#api/operations';

/** Describes the operation that a request is for, and what its path and query say. */
export interface Match {
  readonly endpoint: Endpoint;
  /** The path as it was sent. */
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly trailingSlash: boolean;
}

/** Finds the operation by the path alone, percent-encoding and one trailing slash aside. */
export function matchOperation(target: string): Match | undefined {
  const [path = '', query = ''] = target.replace(/#.*/s, '').split(/\?(.*)/s);
  const segments = path.split('/').slice(1).map(decoded);
  const found = matched(segments);
  const shortened = found || segments.at(-1) !== '' ? undefined : matched(segments.slice(0, -1));
  const match = found ?? shortened;
  if (!match) return undefined;
  return { ...match, path, query: new URLSearchParams(query), trailingSlash: shortened !== undefined };
}

/** Returns a percent-encoded text decoded; as it stands where it cannot be. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function matched(segments: readonly string[]): Pick<Match, 'endpoint' | 'parameters'> | undefined {
  for (const endpoint of endpoints) {
    const parameters = parametersOf(operations[endpoint].path.split('/'), segments);
    if (parameters) return { endpoint, parameters };
  }
  return undefined;
}

function parametersOf(template: readonly string[], segments: readonly string[]) {
  if (template.length !== segments.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, part] of template.entries()) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    const segment = segments[index] ?? '';
    if (name) parameters[name] = segment;
    else if (part !== segment) return undefined;
  }
  return parameters;
}
