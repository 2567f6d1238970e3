import type { Fault } from '../../fault.ts';
import { type Call, textMember } from '../../operation.ts';
import { valueFaults, type WrongValue, wrongValue } from '../members.ts';

const place = { operation: 'test-users', prefix: 'test-user-echo' } as const;

/** What should come back as sent, and does not (2.3). */
export const testUserEchoFaults: readonly Fault[] = valueFaults(place, [
  wrongValue('USR-02', 'site-lower', 'site_id', 'The site_id comes back in lower case.', inLowerCase),
  wrongValue('USR-02', 'site-constant', 'site_id', 'The site_id MPE comes back always.', () => 'MPE'),
  wrongValue('USR-02', 'site-spaced', 'site_id', 'The site_id comes back with a space.', withSpace),
  wrongValue('USR-04', 'site-mla', 'site_id', 'The site MLA comes back as MPE.', (s) =>
    s.replace('MLA', 'MPE'),
  ),
  wrongValue('USR-04', 'mlu-cut', 'description', 'On MLU the description is cut.', cutOnMlu),
  text('trimmed', 'The description comes back trimmed.', (sent) => sent.trim()),
  text('cut', 'The description is cut at 100 characters.', (sent) => sent.slice(0, 100)),
  text('cut-late', 'The description is cut at 255 characters.', (sent) => sent.slice(0, 255)),
  text('ascii', 'The description is reduced to ASCII.', (sent) => sent.replaceAll(/[^ -~]/g, '?')),
  text('plane', 'Characters beyond the first plane are lost.', firstPlane),
  text('escaped', 'The description is escaped for HTML.', escaped),
  text('spaces', 'The spaces at its ends become one.', (sent) => sent.replaceAll(/^ +| +$/g, ' ')),
  text('empty', 'The description comes back empty.', () => ''),
  text('capitals', 'The description comes back in capitals.', (sent) => sent.toUpperCase()),
]);

function text(slug: string, sentence: string, change: (sent: string) => string): WrongValue {
  return wrongValue('USR-03', slug, 'description', sentence, change);
}

function cutOnMlu(sent: string, call: Call): string {
  return textMember(call, 'site_id') === 'MLU' ? sent.slice(0, 8) : sent;
}

function inLowerCase(sent: string): string {
  return sent.toLowerCase();
}

function withSpace(sent: string): string {
  return `${sent} `;
}

function firstPlane(sent: string): string {
  return sent.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '');
}

function escaped(sent: string): string {
  return sent.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
