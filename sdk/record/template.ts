/** Names of a path that have a digit and are no identifiers: `v1`, `oauth2`. */
const word = /^[a-z_-]*\d{0,2}$/i;

/** A path with `{id}` in the place of what is likely an identifier, so that two runs have the same key. */
export function templated(path: string): string {
  return path
    .split('/')
    .map((segment) => (segment.length < 24 && word.test(segment) ? segment : '{id}'))
    .join('/');
}
