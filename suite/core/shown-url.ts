/** A URL as a report may say it: without user, password, query and fragment. */
export function shownUrl(url: string): string {
  return URL.canParse(url) ? url.replace(/[?#].*$/s, '').replace(/^(\w+:\/\/)[^/]*@/, '$1') : url;
}
