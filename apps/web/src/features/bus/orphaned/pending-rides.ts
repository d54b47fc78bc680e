import type { Trip } from '@mfuko/contract/bus-trips';
import { useEffect } from 'react';
import { followLate } from '../../../lib/follow-late.ts';
import { useOfSchool, useSchool } from '../../../lib/school.ts';
import { createKeeping } from '../../../school/pending/keep-before-code.ts';
import type { EndedRequest, NewPendingRequest } from '../../../school/pending/pending-request.ts';
import { orphanedRides } from './orphan-list.ts';

/** Fetched as a screen of the bus opens: the screen itself stays light. */
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

/** Presses at the door on this device's disk. Where their code is late or cannot be had, the child is recorded all the same, and the desk says that the page alone knows it. */
export const { keep: keepRide, drop: dropRide, leave: leaveRide } = keeping;

/** The child has got on or off by this press: nothing more is to be said of an earlier one that was not recorded. */
export function noteRide(press: Omit<EndedRequest, 'state'>): void {
  void ridesCode().then(({ left }) => left.noteEnded({ ...press, state: 'recorded' }), ignore);
}

/** By the server's word of the trip some have passed whose press here was not recorded. */
export function noteTrip(trip: Trip | null): void {
  if (trip && orphanedRides.get().length > 0) void ridesCode().then(({ endByTrip }) => endByTrip(trip), ignore);
}

/** Follows what earlier pages of this browser left, for as long as a screen of the bus is shown to this user. */
export function useOrphanedRides(userName: string | undefined) {
  const school = useSchool()?.sysid;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever unlocks the device asks about their own, in the school of the moment
  useEffect(() => {
    const follow = async () => {
      const { kept, left } = await ridesCode();
      // Made ready by the first press where that fails.
      kept.prepare().catch(ignore);
      return left.follow;
    };
    return followLate(follow);
  }, [userName, school]);
  return useOfSchool(orphanedRides.use());
}

/** Without its code nothing was kept. */
function ignore(): undefined {}
