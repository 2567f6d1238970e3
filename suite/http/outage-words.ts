/** What to do about an outage, by what is seen of it; the first that fits. */
const advice: readonly [RegExp, string][] = [
  [/ENOTFOUND|EAI_AGAIN/, 'There is no such name: correct the host in BASE_URL, or check network and VPN.'],
  [/ECONNREFUSED/, 'Nobody listens there: start the target, or correct host and port in BASE_URL.'],
  [/does not match certificate/, 'The certificate is for another name: use that name in BASE_URL.'],
  [/certificate has expired|not yet valid/, 'TLS is verified: renew the certificate.'],
  [
    /certificate/,
    'TLS is verified: set EXTRA_CA to the PEM file of the authority that issued the certificate.',
  ],
  [/SSL|TLS|EPROTO/, 'No TLS is spoken there: say http:// in BASE_URL, or correct the port.'],
  [/HTTP|hang up|ECONNRESET/, 'Correct the port in BASE_URL; where TLS is spoken there, say https://.'],
  [/HTML page/, 'Correct the path in BASE_URL: the operations stand behind it.'],
  [/redirected/, 'Redirects are not followed: set BASE_URL to where the service is.'],
  [/kept answering/, 'Run again when the target has recovered.'],
  [/within \d+ s/, 'Check host, port and firewall, or set REQUEST_TIMEOUT.'],
];

/** What is wrong, where, and what to do: the one message of a run that cannot reach its target. */
export function outageWords(baseUrl: string, why: string): string {
  const [, act = 'Correct BASE_URL, or start the target.'] = advice.find(([looks]) => looks.test(why)) ?? [];
  return `the target cannot be reached at ${baseUrl}: ${why}. ${act}`;
}

/** Whether a connection failed before anything was asked: so it would for every operation. */
export function isOfAll(why: string): boolean {
  return /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|E(?:HOST|NET)UNREACH|certificate|SSL|EPROTO|no connection/.test(
    why,
  );
}
