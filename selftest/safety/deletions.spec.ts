import { expect, test } from '@playwright/test';
import { isSafe } from '#safety/deletions';

const states = [
  { user_id: '1234', external_pos_id: 'POS7' },
  { user_id: '5678', external_pos_id: 'POS8' },
  { user_id: '4321' },
];
const deletions = [
  { what: 'the ids of one state', path: { user_id: '1234', external_pos_id: 'POS7' }, safe: true },
  { what: 'a made-up id', path: { user_id: '1234', external_pos_id: 'QPT8' }, safe: true },
  { what: 'an id with letters behind it', path: { user_id: '1234x', external_pos_id: 'POS7' }, safe: true },
  { what: 'an id that nothing has', path: { user_id: '1234', external_pos_id: '' }, safe: true },
  { what: 'ids of two states', path: { user_id: '1234', external_pos_id: 'POS8' }, safe: false },
  { what: 'ids that do not come together', path: { user_id: '4321', external_pos_id: 'POS7' }, safe: false },
  { what: 'an id of no state', path: { user_id: '1234', external_pos_id: 'POS9' }, safe: false },
  { what: 'an id of no state beside a made-up one', path: { user_id: 'abc', external_pos_id: 'POS9' }, safe: false },
  { what: 'an id with digits behind it', path: { user_id: '12345', external_pos_id: 'POS7' }, safe: false },
];

for (const { what, path, safe } of deletions) {
  test(`a deletion may${safe ? '' : ' not'} name ${what}`, () => expect(isSafe(path, states)).toBe(safe));
}
