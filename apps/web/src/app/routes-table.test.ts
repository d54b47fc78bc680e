import type { Role } from '@mfuko/contract/endpoint';
import { expect, test } from 'vitest';
import { landingOf, SCREENS, screensOf } from './routes-table.ts';

/**
 * All screens below /app, those of the specification first, and the roles whose menu contains them: A Admin, S SchoolAdmin, C CheckAgent.
 */
const ASKED: Readonly<Record<string, string>> = {
  dashboard: 'A',
  'school.dash': 'AS',
  'school.add': 'A',
  'config.add': 'A',
  'device.add': 'A',
  'device.view': 'AS',
  'device.this': 'ASC',
  'school.view': 'A',
  'program.keys': 'AS',
  'program.docs': 'AS',
  'class.add': 'AS',
  'class.view': 'AS',
  'school.add.menu': 'AS',
  'school.menu.view': 'AS',
  'school.menu.consume': 'AS',
  'student.add': 'AS',
  'student.upload': 'AS',
  'student.add.fingerprint': 'AS',
  'student.add.item': 'AS',
  'student.consume.item': 'AS',
  'student.upload.money': 'AS',
  'student.view': 'AS',
  'profile.add': 'AS',
  'profile.view': 'AS',
  'cash.desk': 'AS',
  'check.cash': 'AS',
  'cashout.fingerprint': 'AS',
  'cashout.pin': 'AS',
  'cashout.validate': 'AS',
  'student.own.pin': 'AS',
  'check.dash': 'ASC',
  'check.rollcall': 'ASC',
  'checkin.fingerprint': 'ASC',
  'checkin.pin': 'ASC',
  'checkout.fingerprint': 'ASC',
  'checkout.pin': 'ASC',
  'school.bus.enter': 'AS',
  'school.bus.exit': 'AS',
  'school.bus.kids': 'AS',
  'report.bus': 'AS',
  'report.menu': 'AS',
  'report.subsidies': 'AS',
  'report.fingers': 'AS',
  'student.balances': 'AS',
  'student.items': 'AS',
  'student.enrol.class': 'AS',
  'student.reminders': 'AS',
  'student.exeats': 'AS',
  'check.attendance': 'AS',
  'student.statement': 'AS',
  'report.books': 'AS',
  'report.postings': 'AS',
  'payments.view': 'AS',
  'payments.statements': 'AS',
  'platform.visits': 'AS',
  'my.profile': 'ASC',
  'school.rules': 'AS',
  'student.details': 'AS',
  'cashout.approvals': 'AS',
  till: 'AS',
  'till.view': 'AS',
  'message.view': 'AS',
  'message.write': 'AS',
  'message.failed': 'A',
  'school.bus.view': 'AS',
  'school.bus.routes': 'AS',
  'school.bus.running': 'AS',
  'check.trip': 'AS',
  'suspense.view': 'AS',
  'report.trips': 'AS',
  'api.docs': 'A',
};
const LETTERS: Record<Role, string> = { Admin: 'A', SchoolAdmin: 'S', CheckAgent: 'C' };
/** Screens of agents for the kitchen, the bus or the cash desk (contract, sections 3 and 10); the menu shows these to no other agent. */
const BY_DUTY = [
  ...['school.menu.consume', 'school.bus.enter', 'school.bus.exit', 'school.bus.kids'],
  ...['student.upload.money', 'cash.desk', 'check.cash', 'cashout.fingerprint', 'cashout.pin', 'cashout.validate'],
  ...['student.own.pin', 'till', 'check.trip'],
];

test.each(Object.entries(ASKED))('screen %s exists for roles %s', (path, letters) => {
  const screen = SCREENS.find((one) => one.path === path);
  const roles = (screen?.roles ?? []).filter((role) => role !== 'CheckAgent' || !BY_DUTY.includes(path));
  expect(roles.map((role) => LETTERS[role]).join('')).toBe(letters);
  if (BY_DUTY.includes(path)) expect(screen?.duty).toBeDefined();
});

test('every screen is listed in the table of expected screens', () => {
  expect(SCREENS.map(({ path }) => path).filter((path) => !(path in ASKED))).toEqual([]);
});

test('landingOf returns the first screen of each role', () => {
  expect((['Admin', 'SchoolAdmin', 'CheckAgent'] as const).map((role) => landingOf(role).path)).toEqual([
    'dashboard',
    'school.dash',
    'checkin.fingerprint',
  ]);
});

test("landingOf returns an agent's first screen by duty", () => {
  expect(landingOf('CheckAgent', ['canteen']).path).toBe('school.menu.consume');
  expect(landingOf('CheckAgent', ['bus']).path).toBe('school.bus.enter');
});

test("no two screens share a path, and an agent's screens have a duty or are common", () => {
  expect(new Set(SCREENS.map(({ path }) => path)).size).toBe(SCREENS.length);
  expect(
    screensOf('CheckAgent').every(
      ({ duty, path }) => duty || ['my.profile', 'check.dash', 'device.this'].includes(path),
    ),
  ).toBe(true);
});
