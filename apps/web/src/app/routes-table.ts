import type { Duty, Role } from '@mfuko/contract/endpoint';
import { MAIN } from './screens/main.ts';
import { MANAGEMENT } from './screens/management.ts';
import { MONITORING } from './screens/monitoring.ts';
import { OTHERS } from './screens/others.ts';
import { REPORTS } from './screens/reports.ts';
import type { Screen, ScreenPath } from './screens/screen.ts';

/** All screens, by section of the menu. The router, the guard, the menu and the search palette use this list alone. */
export const SCREENS: readonly Screen[] = [...MAIN, ...MANAGEMENT, ...MONITORING, ...REPORTS, ...OTHERS];

/** Returns true for a screen that only serves a queue of students: gate, counter, bus. The cash desk also has its till. */
export function servesStudents({ duty, path }: Screen): boolean {
  return duty !== undefined && duty !== 'cashier' && path !== 'check.dash' && path !== 'check.rollcall';
}

/** Landing screen of each role. */
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
 * Returns a user's landing screen: an agent's by their duties, once the server has sent them; on a device that serves students (`pos`) a
 * screen that does so for all users; for paying out at such a device, or at one that the school knows by its key (`known`), the lean cash
 * desk, which can be locked and unlocked without a network.
 */
export function landingOf(role: Role, duties?: readonly Duty[], pos = false, known = false): Screen {
  const mine = screensOf(role).filter(({ duty }) => role !== 'CheckAgent' || !duty || !duties || duties.includes(duty));
  const serving = pos ? mine.filter(servesStudents) : [];
  // Most work at the cash desk's screens is paying out.
  const [first] = serving.length > 0 ? serving : mine.filter(({ path }) => path !== 'student.upload.money');
  const start = LANDING[serving.length > 0 ? 'CheckAgent' : role];
  const landing = mine.find(({ path }) => path === start) ?? first;
  if (landing?.path === 'cash.desk' && (pos || known)) return mine.find(({ path }) => path === 'check.cash') ?? landing;
  if (!landing) throw new Error(`${role} has no landing screen.`);
  return landing;
}
