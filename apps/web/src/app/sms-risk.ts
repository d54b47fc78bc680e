import { isEnrolled } from '../lib/enrolled.ts';
import { screenAt, servesStudents } from './routes-table.ts';
import type { Me } from './session-flow.ts';

/**
 * Returns true if the screen at an address warns this user that SMS alone signs them in: never on screens that serve waiting children, nor
 * on a device of the school, which is not the user's own, nor on the screen where it can be changed.
 */
export function tellsOfSmsRisk(me: Me | null, pathname: string): boolean {
  if (!me?.smsRisk || isEnrolled()) return false;
  const screen = screenAt(pathname);
  if (!screen || screen.path === 'my.profile') return false;
  return !servesStudents(screen) && screen.duty !== 'cashier';
}
