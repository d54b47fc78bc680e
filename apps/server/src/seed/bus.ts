import { addBus } from '../features/bus/index.ts';
import type { AppContext } from '../platform/process/app-context.ts';
import { newId } from '../platform/records/id.ts';
import { lastMidnight, NAIROBI } from './midnight.ts';
import type { DemoSchool } from './people.ts';

const DAYS = 10;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

type Place = readonly [longitude: number, latitude: number];
/** Bus stops around Kisumu, where the students live, in the order of the morning's route. */
const STOPS: readonly Place[] = [
  [34.8172, -0.0942],
  [34.8023, -0.0668],
  [34.7702, -0.0781],
  [34.7417, -0.0712],
  [34.7811, -0.1284],
  [34.7935, -0.1105],
  [34.7655, -0.1138],
];
const SCHOOL: Place = [34.7534, -0.1012];

interface SeededEvent {
  readonly id: string;
  readonly studentId: string;
  readonly kind: 'on' | 'off';
  readonly at: Date;
  readonly endsBoarding: string | null;
  readonly place: Place;
}

/**
 * Seeds one bus and its last days up to `until` (Unix milliseconds): every seventh student rides to school in the morning and home in
 * the afternoon.
 */
export async function seedBus(context: AppContext, demo: DemoSchool, until: number): Promise<void> {
  const riders = demo.students.filter((_, place) => place % 7 === 0).map(({ id }) => id);
  const events = riders.flatMap((studentId, place) => ridesOf(studentId, place, until));
  await context.db.inSchool(demo.schoolId, async (tx) => {
    const busId = await addBus(tx, { busNumberPlate: 'KDG 417M', label: 'Milimani – Kondele – Nyalenda' });
    await tx.row(
      `INSERT INTO bus_events (school_id, id, student_id, bus_id, kind, method, at, ends_boarding, recorded_by, longitude, latitude)
       SELECT $1, e.id, e.student_id, $2, e.kind, 'attested', e.at, e.ends, $3, e.longitude, e.latitude
       FROM unnest($4::uuid[], $5::uuid[], $6::text[], $7::timestamptz[], $8::uuid[], $9::float8[], $10::float8[])
         AS e(id, student_id, kind, at, ends, longitude, latitude)`,
      [
        demo.schoolId,
        busId,
        demo.guardId,
        events.map(({ id }) => id),
        events.map(({ studentId }) => studentId),
        events.map(({ kind }) => kind),
        events.map(({ at }) => at),
        events.map(({ endsBoarding }) => endsBoarding),
        events.map(({ place: [longitude] }) => longitude),
        events.map(({ place: [, latitude] }) => latitude),
      ],
    );
    await tx.row(
      `INSERT INTO bus_states (school_id, student_id, kind, bus_id, since, event_id)
       SELECT DISTINCT ON (student_id) school_id, student_id, kind, bus_id, at, id FROM bus_events
       WHERE school_id = $1 ORDER BY student_id, at DESC`,
      [demo.schoolId],
    );
  });
}

/**
 * Returns the completed rides of a student on school days, each alighting with its boarding. Unfinished rides are left out: a student
 * seeded aboard would never alight.
 */
function ridesOf(studentId: string, place: number, now: number): SeededEvent[] {
  const stop = place % STOPS.length;
  const near = (STOPS[stop] ?? SCHOOL).map((degrees, axis) => degrees + (((place * (axis + 3)) % 9) - 4) / 2_500);
  const home: Place = [near[0] ?? 0, near[1] ?? 0];
  const midnight = lastMidnight(now);
  return Array.from({ length: DAYS }, (_, ago) => midnight - ago * DAY)
    .filter((day) => ![0, 6].includes(new Date(day + NAIROBI).getUTCDay()))
    .flatMap((day) => [
      ...ride(day + (370 + stop * 6) * MINUTE, day + 415 * MINUTE, home, SCHOOL),
      ...ride(day + 980 * MINUTE, day + (1_000 + stop * 6) * MINUTE, SCHOOL, home),
    ]);

  function ride(boards: number, alights: number, from: Place, to: Place): SeededEvent[] {
    const boarding = newId();
    // Spreads the students, so that no two board in the same second.
    const later = place * 7_000;
    if (alights + later >= now) return [];
    return [
      { id: boarding, studentId, kind: 'on', at: new Date(boards + later), endsBoarding: null, place: from },
      { id: newId(), studentId, kind: 'off', at: new Date(alights + later), endsBoarding: boarding, place: to },
    ];
  }
}
