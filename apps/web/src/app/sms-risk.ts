import { isEnrolled } from '../lib/enrolled.ts';
import { screenAt, servesStudents } from './routes-table.ts';
import type { Me } from './session-flow.ts';

/**
 * Tells whether the screen at an address says that SMS alone signs this person in: never in front of children who wait, nor on a device of
 * the school, which is not the person's, nor where it can be settled.
 */
export function tellsOfSmsRisk(me: Me | null, pathname: string): boolean {
  if (!me?.smsRisk || isEnrolled()) return false;
  const screen = screenAt(pathname);
  if (!screen || screen.path === 'my.profile') return false;
  return !servesStudents(screen) && screen.duty !== 'cashier';
}
