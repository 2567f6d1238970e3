import type { Row } from './row.ts';

const of = 'test-users';
const wrong = ['breach exact-json'];

/** The body as JSON (preamble; RFC 8259). */
export const jsonRows: readonly Row[] = [
  { what: 'NaN', of, text: '{"description":"a","site_id":NaN}', found: wrong },
  { what: 'undefined', of, text: '{"description":undefined,"site_id":"MLA"}', found: wrong },
  { what: "Python's None", of, text: '{"description":None,"site_id":"MLA"}', found: wrong },
  { what: 'a comma too many', of, text: '{"description":"a","site_id":"MLA",}', found: wrong },
  { what: 'single quotes', of, text: "{'description':'a','site_id':'MLA'}", found: wrong },
  { what: 'a comment', of, text: '{"description":"a",/* x */"site_id":"MLA"}', found: wrong },
  { what: 'no closing brace', of, text: '{"description":"a","site_id":"MLA"', found: wrong },
  { what: 'two values', of, text: '{"description":"a","site_id":"MLA"}{}', found: wrong },
  { what: 'a form for JSON', of, text: 'description=a&site_id=MLA', found: wrong },
  { what: 'no body', of, text: '', found: wrong },
  { what: 'blanks alone', of, text: '  \n', found: wrong },
  { what: 'a byte order mark', of, text: '\uFEFF{"description":"a","site_id":"MLA"}', found: wrong },
  {
    what: 'Latin-1',
    of,
    text: Buffer.from('{"description":"caf\xe9","site_id":"MLA"}', 'latin1'),
    found: wrong,
  },
  { what: 'UTF-16', of, text: Buffer.from('{"description":"a","site_id":"MLA"}', 'utf16le'), found: wrong },
  { what: 'a member twice', of, text: '{"description":"a","site_id":"MLA","site_id":"MLA"}', found: wrong },
  {
    what: 'a member twice by another spelling',
    of,
    text: '{"description":"a","site_id":"MLA","site_\\u0069d":"MLA"}',
    found: wrong,
  },
  {
    what: 'the same name in two objects',
    of: 'wallet-agreements',
    text: '{"external_user":{"description":"a"},"agreement_data":{"description":"a"}}',
    found: [],
  },
  { what: 'letters beyond ASCII', of, text: '{"description":"café ☕","site_id":"MLA"}', found: [] },
  {
    what: 'letters beyond ASCII escaped',
    of,
    text: '{"description":"caf\\u00e9 \\ud83d\\ude00","site_id":"MLA"}',
    found: [],
  },
  { what: 'lines and blanks', of, text: '{\n  "description": "a",\n  "site_id": "MLA"\n}\n', found: [] },
];
