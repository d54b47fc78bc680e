import type { Duty, Role } from '@mfuko/contract/endpoint';
import { MAIN } from './screens/main.ts';
import { MANAGEMENT } from './screens/management.ts';
import { MONITORING } from './screens/monitoring.ts';
import { OTHERS } from './screens/others.ts';
import { REPORTS } from './screens/reports.ts';
import type { Screen, ScreenPath } from './screens/screen.ts';

/** Every screen, section by section of the menu. The router, the guard, the menu and the search palette read no other list. */
export const SCREENS: readonly Screen[] = [...MAIN, ...MANAGEMENT, ...MONITORING, ...REPORTS, ...OTHERS];

/** Tells whether a screen is worked at with a queue of students and nothing else: gate, counter, bus. The cash desk has its till too. */
export function servesStudents({ duty, path }: Screen): boolean {
  return duty !== undefined && duty !== 'cashier' && path !== 'check.dash' && path !== 'check.rollcall';
}

/** Landing: where each role starts. */
const LANDING: Record<Role, ScreenPath> = {
  Admin: 'dashboard',
  SchoolAdmin: 'school.dash',
  CheckAgent: 'checkin.fingerprint',
};

export function screensOf(role: Role): readonly Screen[] {
  return SCREENS.filter((screen) => screen.roles.includes(role));
}

export function screenAt(pathname: string): Screen | undefined {
  return SCREENS.find((screen) => addressOf(screen) === pathname.replace(/\/$/, ''));
}

export function addressOf<Path extends ScreenPath>({ path }: { readonly path: Path }): `/app/${Path}` {
  return `/app/${path}`;
}

/**
 * Landing: where a person starts: an agent where their duty is, once the server has told it; on a device that serves
 * students (`pos`) everybody at a screen that does so; where money is paid out at such a device, or at one that the school
 * knows by its key (`known`), at the lean cash desk, which the device can lock and open without a network.
 */
export function landingOf(role: Role, duties?: readonly Duty[], pos = false, known = false): Screen {
  const mine = screensOf(role).filter(({ duty }) => role !== 'CheckAgent' || !duty || !duties || duties.includes(duty));
  const serving = pos ? mine.filter(servesStudents) : [];
  // Of the cash desk's screens most work is paying out.
  const [first] = serving.length > 0 ? serving : mine.filter(({ path }) => path !== 'student.upload.money');
  const start = LANDING[serving.length > 0 ? 'CheckAgent' : role];
  const landing = mine.find(({ path }) => path === start) ?? first;
  if (landing?.path === 'cash.desk' && (pos || known)) return mine.find(({ path }) => path === 'check.cash') ?? landing;
  if (!landing) throw new Error(`There is no screen for ${role}.`);
  return landing;
}
