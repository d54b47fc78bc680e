import { expect, test } from 'vitest';
import { landingOf } from './routes-table.ts';

test('a device that serves students begins where they are served', () => {
  expect(landingOf('Admin', [], true).path).toBe('checkin.fingerprint');
  expect(landingOf('SchoolAdmin', [], true).path).toBe('checkin.fingerprint');
  expect(landingOf('CheckAgent', ['gate'], true).path).toBe('checkin.fingerprint');
  expect(landingOf('CheckAgent', ['canteen'], true).path).toBe('school.menu.consume');
  expect(landingOf('CheckAgent', ['bus'], true).path).toBe('school.bus.enter');
});

test('every other device begins as ever', () => {
  expect(landingOf('SchoolAdmin', [], false).path).toBe('school.dash');
  expect(landingOf('CheckAgent', ['canteen'], false).path).toBe('school.menu.consume');
  expect(landingOf('CheckAgent', ['cashier'], false).path).toBe('cash.desk');
  expect(landingOf('CheckAgent', ['cashier'], true).path).toBe('cash.desk');
});
