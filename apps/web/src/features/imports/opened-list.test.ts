import { expect, test } from 'vitest';
import { openedList, withMapping } from './opened-list.ts';

test('withMapping keeps rows left out by hand, and resets automatically left-out totals and decisions', () => {
  const opened = openedList(new File([], 'bank.csv'), { headerRow: 1, columns: [], rows: [] }, { B: 'amount' }, 'cash');
  const decided = [{ row: 9, amount: 20, comesTo: 10, setAside: 0 }];
  const list = withMapping({ ...opened, setAside: [4, 7, 9], totalsOut: [7], decided }, { C: 'amount' });
  expect(list).toMatchObject({ mapping: { C: 'amount' }, setAside: [4, 9], totalsOut: null, decided: [] });
});
