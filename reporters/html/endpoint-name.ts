/** What a page calls an operation; `service` stands for no single one. */
export function endpointName(endpoint: string): string {
  return endpoint === 'service' ? 'the service as a whole' : endpoint;
}
