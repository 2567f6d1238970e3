/** Hosts of production that no setting takes away. */
const builtIn = ['api.mercadopago.com'];

/** The host of a URL where it is one of production, or below one; `hosts` lists more of them between commas. */
export function productionHost(url: string, hosts: string): string | undefined {
  if (url === '') return undefined;
  const own = plain(new URL(url).hostname);
  const known = [...builtIn, ...hosts.split(',').map((host) => plain(host.trim()))].filter(Boolean);
  return known.some((host) => own === host || own.endsWith(`.${host}`)) ? own : undefined;
}

function plain(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}
