import type { MenuItem } from '@mfuko/contract/canteen';
import { expect, it } from 'vitest';
import { orderOf } from './serving.ts';

const item = (sysid: string): MenuItem => ({
  ...{ sysid, schoolSYSID: 's', name: sysid, description: '', quantityPerPerson: 3, price: 50, allergens: [] },
  ...{ dateCreated: '', updated: '' },
});

it('orderOf orders one portion as such, and several portions or items as a sale', () => {
  expect(orderOf([{ item: item('rice'), portions: 1 }])).toEqual({ menuItemSYSID: 'rice' });
  expect(orderOf([{ item: item('rice'), portions: 2 }])).toEqual({ lines: [{ menuItemSYSID: 'rice', quantity: 2 }] });
  expect(
    orderOf([
      { item: item('rice'), portions: 1 },
      { item: item('beans'), portions: 1 },
    ]),
  ).toEqual({
    lines: [
      { menuItemSYSID: 'rice', quantity: 1 },
      { menuItemSYSID: 'beans', quantity: 1 },
    ],
  });
});
