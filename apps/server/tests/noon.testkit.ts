import { asOwner } from './owner.testkit.ts';

/**
 * Sets a school's time zone such that it is about noon there, so that the day does not change while the test runs, and has hours before
 * and after now.
 */
export async function setTimeZoneToNoon(ownerUrl: string, school: string): Promise<void> {
  const ahead = 12 - new Date().getUTCHours();
  const zone = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
  const set = 'UPDATE schools SET time_zone = $2 WHERE id = $1 RETURNING id';
  if ((await asOwner({ ownerUrl }, school, set, [school, zone])).length !== 1)
    throw new Error('the school was not moved');
}
