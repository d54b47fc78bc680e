import type { tellPosition } from '@mfuko/contract/bus-positions';
import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import type { Call } from '../../platform/http/call.ts';
import { tripClosed, tripNotFound } from './errors.ts';
import { findClosedTrip } from './trip-store.ts';

/** Shortest interval of stored positions: two devices on one bus report the same place, and a device may report early. */
const MIN_INTERVAL_SECONDS = 20;

/**
 * Stores the position of a bus on an open trip. The trip is locked, so that none is stored after it was closed. Throws
 * bus.trip-not-found and bus.trip-closed.
 */
export function keepPosition(
  call: Call,
  { sysid, lat, long, accuracy }: InputOf<typeof tellPosition>,
): Promise<AnswerOf<typeof tellPosition>> {
  return call.record(async (tx) => {
    const trip = await tx.row('SELECT 1 FROM bus_trips WHERE school_id = $1 AND id = $2 FOR SHARE', [
      tx.schoolId,
      sysid,
    ]);
    if (!trip) throw tripNotFound();
    const closed = await findClosedTrip(tx, sysid);
    if (closed) throw tripClosed(closed);
    const kept = await tx.row(
      `INSERT INTO bus_positions (school_id, trip_id, latitude, longitude, accuracy, sent_by)
       SELECT $1, $2, $3, $4, $5, $6 WHERE NOT EXISTS (
         SELECT 1 FROM bus_positions WHERE school_id = $1 AND trip_id = $2
           AND at > clock_timestamp() - interval '${MIN_INTERVAL_SECONDS} seconds')
       RETURNING 1 AS one`,
      [
        ...[tx.schoolId, sysid, lat, long],
        accuracy === undefined || accuracy === null ? null : Math.round(accuracy),
        call.actor.userId,
      ],
    );
    return { kept: kept !== undefined };
  });
}

/** SQL for the newest position of trip `t`; null if there is none. */
export const NEWEST_POSITION = `
  (SELECT json_build_object('latitude', p.latitude, 'longitude', p.longitude, 'accuracy', p.accuracy, 'at', p.at)
   FROM bus_positions p WHERE p.school_id = t.school_id AND p.trip_id = t.id ORDER BY p.at DESC LIMIT 1)`;
