import { DEVICE_ROLES } from '@mfuko/contract/devices';
import { expect, it } from 'vitest';
import { fits } from './rules.ts';

it('lets each role do its own and nothing else', () => {
  const uses = ['check-in', 'check-out', 'canteen'] as const;
  const table = DEVICE_ROLES.map((role) => [role, ...uses.filter((use) => fits(role, use))]);
  expect(table).toEqual([
    ['CHECKIN', 'check-in'],
    ['CHECKOUT', 'check-out'],
    ['CHECKINOUT', 'check-in', 'check-out'],
    ['CANTEEN', 'canteen'],
  ]);
});
