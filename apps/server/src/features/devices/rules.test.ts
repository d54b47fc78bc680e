import { DEVICE_ROLES } from '@mfuko/contract/devices';
import { expect, it } from 'vitest';
import { fits } from './rules.ts';

it('each device role fits its own uses only', () => {
  const uses = ['check-in', 'check-out', 'canteen'] as const;
  const table = DEVICE_ROLES.map((role) => [role, ...uses.filter((use) => fits(role, use))]);
  expect(table).toEqual([
    ['CHECKIN', 'check-in'],
    ['CHECKOUT', 'check-out'],
    ['CHECKINOUT', 'check-in', 'check-out'],
    ['CANTEEN', 'canteen'],
  ]);
});
