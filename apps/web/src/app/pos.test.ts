import { expect, test } from 'vitest';
import { pretendConfig } from '../lib/config.testkit.ts';
import { config, setConfig } from '../lib/config.ts';
import { applyPos, isPos, setPos, setPosByRole } from '../lib/pos.ts';
import { landingOf } from './routes-table.ts';

test('a device that serves students begins where they are served', () => {
  expect(landingOf('Admin', [], true).path).toBe('checkin.fingerprint');
  expect(landingOf('SchoolAdmin', [], true).path).toBe('checkin.fingerprint');
  expect(landingOf('CheckAgent', ['gate'], true).path).toBe('checkin.fingerprint');
  expect(landingOf('CheckAgent', ['canteen'], true).path).toBe('school.menu.consume');
  expect(landingOf('CheckAgent', ['bus'], true).path).toBe('school.bus.enter');
});

test('other devices begin at the console', () => {
  expect(landingOf('SchoolAdmin', [], false).path).toBe('school.dash');
  expect(landingOf('CheckAgent', ['canteen'], false).path).toBe('school.menu.consume');
  expect(landingOf('CheckAgent', ['cashier'], false).path).toBe('cash.desk');
  expect(landingOf('CheckAgent', ['gate', 'cashier'], false, true).path).toBe('checkin.fingerprint');
});

test('a cashier begins at the lean cash desk on a device that serves students, and on one that the school knows', () => {
  expect(landingOf('CheckAgent', ['cashier'], true).path).toBe('check.cash');
  expect(landingOf('CheckAgent', ['cashier'], false, true).path).toBe('check.cash');
  expect(landingOf('CheckAgent', ['cashier', 'gate'], true, true).path).toBe('checkin.fingerprint');
  expect(landingOf('SchoolAdmin', [], false, true).path).toBe('school.dash');
});

test('the switch is the device’s own; the server says only where nobody has set it', () => {
  pretendConfig();
  setConfig({ ...config(), posMode: true });
  expect(isPos()).toBe(true);
  setPos(false);
  expect(isPos()).toBe(false);
  setConfig({ ...config(), posMode: false });
  setPos(true);
  expect(isPos()).toBe(true);
  expect(document.documentElement.hasAttribute('data-pos')).toBe(true);
  // The setting survives a reload: both entries apply it again.
  document.documentElement.removeAttribute('data-pos');
  applyPos();
  expect(document.documentElement.hasAttribute('data-pos')).toBe(true);
  expect(localStorage.getItem('pos')).toBe('on');
});

test('an enrolment sets it by the role of the code', () => {
  pretendConfig();
  for (const role of ['CHECKIN', 'CHECKOUT', 'CHECKINOUT', 'CANTEEN', 'BUS']) {
    setPosByRole('CASHIER');
    expect(isPos()).toBe(false);
    setPosByRole(role);
    expect(isPos()).toBe(true);
  }
});
