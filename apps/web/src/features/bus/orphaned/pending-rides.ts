import type { Trip } from '@mfuko/contract/bus-trips';
import { useEffect } from 'react';
import { followLate } from '../../../lib/follow-late.ts';
import { useOfSchool, useSchool } from '../../../lib/school.ts';
import { createKeeping } from '../../../school/pending/keep-before-code.ts';
import type { EndedRequest, NewPendingRequest } from '../../../school/pending/pending-request.ts';
import { orphanedRides } from './orphan-list.ts';

/** Lazy chunk, fetched when a screen of the bus opens, so that the screen itself stays small. */
const ridesCode = () => import('./orphaned-rides.ts');

const keeping = createKeeping<NewPendingRequest>(() =>
  ridesCode().then(({ kept, left }) => ({
    keep: kept.keep,
    drop: kept.drop,
    leave(key) {
      kept.leave(key);
      return left.look();
    },
  })),
);

/**
 * Stores presses at the door on this device's disk. Where the chunk is late or missing, the child is still recorded, and the desk shows a
 * notice that only the page's memory holds the press.
 */
export const { keep: keepRide, drop: dropRide, leave: leaveRide } = keeping;

/** Notes a recorded ride, which settles an earlier press of the child that was not recorded. */
export function noteRide(press: Omit<EndedRequest, 'state'>): void {
  void ridesCode().then(({ left }) => left.noteEnded({ ...press, state: 'recorded' }), ignore);
}

/** Applies the server's trip to the orphaned rides: some children may have been recorded elsewhere. */
export function noteTrip(trip: Trip | null): void {
  if (trip && orphanedRides.get().length > 0) void ridesCode().then(({ endByTrip }) => endByTrip(trip), ignore);
}

/** Follows the orphaned rides of earlier pages while a screen of the bus is shown to this user. */
export function useOrphanedRides(userName: string | undefined) {
  const school = useSchool()?.sysid;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever unlocks the device asks about their own, in the school of the moment
  useEffect(() => {
    const follow = async () => {
      const { kept, left } = await ridesCode();
      // A failed preparation is ignored: the first press prepares the store again.
      kept.prepare().catch(ignore);
      return left.follow;
    };
    return followLate(follow);
  }, [userName, school]);
  return useOfSchool(orphanedRides.use());
}

/** Without the chunk nothing was stored. */
function ignore(): undefined {}
