/** What a page calls an operation; `service` and `client` stand for no single one. */
export function endpointName(endpoint: string): string {
  return endpoint === 'service' || endpoint === 'client' ? `the ${endpoint} as a whole` : endpoint;
}
