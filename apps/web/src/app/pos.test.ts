import { expect, test } from 'vitest';
import { pretendConfig } from '../lib/config.testkit.ts';
import { config, setConfig } from '../lib/config.ts';
import { applyPos, isPos, setPos, setPosByRole } from '../lib/pos.ts';
import { landingOf } from './routes-table.ts';

test('landingOf on a POS device returns the screen that serves students', () => {
  expect(landingOf('Admin', [], true).path).toBe('checkin.fingerprint');
  expect(landingOf('SchoolAdmin', [], true).path).toBe('checkin.fingerprint');
  expect(landingOf('CheckAgent', ['gate'], true).path).toBe('checkin.fingerprint');
  expect(landingOf('CheckAgent', ['canteen'], true).path).toBe('school.menu.consume');
  expect(landingOf('CheckAgent', ['bus'], true).path).toBe('school.bus.enter');
});

test("landingOf on another device returns the console's first screen for the role", () => {
  expect(landingOf('SchoolAdmin', [], false).path).toBe('school.dash');
  expect(landingOf('CheckAgent', ['canteen'], false).path).toBe('school.menu.consume');
  expect(landingOf('CheckAgent', ['cashier'], false).path).toBe('cash.desk');
  expect(landingOf('CheckAgent', ['gate', 'cashier'], false, true).path).toBe('checkin.fingerprint');
});

test('landingOf returns the lean cash desk for a cashier on a POS or enrolled device', () => {
  expect(landingOf('CheckAgent', ['cashier'], true).path).toBe('check.cash');
  expect(landingOf('CheckAgent', ['cashier'], false, true).path).toBe('check.cash');
  expect(landingOf('CheckAgent', ['cashier', 'gate'], true, true).path).toBe('checkin.fingerprint');
  expect(landingOf('SchoolAdmin', [], false, true).path).toBe('school.dash');
});

test("isPos follows the device's own setting, else the server's, and survives a reload", () => {
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

test('setPosByRole turns POS mode on for each serving role, and off for CASHIER', () => {
  pretendConfig();
  for (const role of ['CHECKIN', 'CHECKOUT', 'CHECKINOUT', 'CANTEEN', 'BUS']) {
    setPosByRole('CASHIER');
    expect(isPos()).toBe(false);
    setPosByRole(role);
    expect(isPos()).toBe(true);
  }
});
