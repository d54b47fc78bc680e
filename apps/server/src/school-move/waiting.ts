import { listHolding } from '../features/devices/index.ts';
import type { Db } from '../platform/database/database.ts';
import { SchoolMoveError } from './errors.ts';
import type { FoundSchool } from './find-school.ts';

/**
 * Refuses to close a school while one of its devices holds events that were not sent yet: only this installation can accept them, and
 * not once the school is closed. Relies on the last report of each device; a tablet that was never enrolled sends none. Throws
 * SchoolMoveError, which lists the devices.
 */
export async function refuseWaitingDevices(db: Pick<Db, 'readSchool'>, { id, name }: FoundSchool): Promise<void> {
  const holding = await db.readSchool(id, listHolding);
  if (holding.length === 0) return;
  const lines = holding.map(({ label, waiting, seenAt }) => `  ${label}: ${waiting}, last heard of ${seenAt}`);
  throw new SchoolMoveError(
    `Events of ${name} wait on these devices, and only this installation can take them:\n${lines.join('\n')}\n` +
      'Bring each to the network and open a desk on it until nothing waits, or close the school with --leave-behind, and they stay untold.',
  );
}
