import type { TripDirection } from '@mfuko/contract/bus-routes';
import type { getCustody } from '@mfuko/contract/custody';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { addException, type CustodyStep, STANDS } from '../gate/index.ts';
import { getStudent } from '../students/index.ts';
import {
  type CustodyExceptionKind,
  custodyOf,
  judgeStep,
  type PassageSeen,
  type RideSeen,
  type Trail,
} from './custody-rules.ts';

/** Id and recorder of an event, for the exception about it. */
interface Known {
  readonly id: string;
  readonly recordedBy: string;
}
type KnownPassage = PassageSeen & Known;
type KnownRide = RideSeen & Known & { readonly day: string };

interface Sides extends Trail {
  readonly passage: KnownPassage | null;
  readonly ride: KnownRide | null;
}

interface Around {
  readonly before: Sides;
  readonly after: Sides;
  /** Date of the moment in the school's time zone. */
  readonly day: string;
  /** Direction of the trip of the event that is left out, if the event is a ride. */
  readonly direction: TripDirection | null;
}

const PASSAGE = (side: string, order: string) => `
  SELECT to_json(p) FROM (
    SELECT e.id, e.kind, extract(epoch FROM e.at)::float8 AS at, to_char(e.at AT TIME ZONE s.time_zone, 'YYYY-MM-DD') AS day,
           CASE WHEN r.way IN ('collector', 'code', 'word') THEN concat_ws(' ', r.name, '(' || r.relation || ')') END AS collector,
           e.recorded_by AS "recordedBy"
    FROM gate_events e LEFT JOIN releases r ON r.school_id = e.school_id AND r.event_id = e.id
    WHERE e.school_id = $1 AND e.student_id = $2 AND e.id <> $4 AND ${side} AND ${STANDS}
    ORDER BY e.at ${order}, e.id ${order} LIMIT 1) AS p`;
const RIDE = (side: string, order: string) => `
  SELECT to_json(p) FROM (
    SELECT e.id, e.kind, extract(epoch FROM e.at)::float8 AS at, to_char(e.at AT TIME ZONE s.time_zone, 'YYYY-MM-DD') AS day,
           b.plate_key AS plate, t.direction, e.recorded_by AS "recordedBy"
    FROM bus_events e JOIN buses b ON b.school_id = e.school_id AND b.id = e.bus_id
    LEFT JOIN bus_trips t ON t.school_id = e.school_id AND t.id = e.trip_id
    WHERE e.school_id = $1 AND e.student_id = $2 AND e.id <> $4 AND ${side}
    ORDER BY e.at ${order}, e.id ${order} LIMIT 1) AS p`;
const BEFORE = 'e.at <= COALESCE($3::timestamptz, clock_timestamp())';
const AFTER = 'e.at > $3::timestamptz';

const AROUND = `
  SELECT (${PASSAGE(BEFORE, 'DESC')}) AS "passageBefore", (${RIDE(BEFORE, 'DESC')}) AS "rideBefore",
         (${PASSAGE(AFTER, 'ASC')}) AS "passageAfter", (${RIDE(AFTER, 'ASC')}) AS "rideAfter",
         (SELECT t.direction FROM bus_events e JOIN bus_trips t ON t.school_id = e.school_id AND t.id = e.trip_id
          WHERE e.school_id = $1 AND e.id = $4) AS direction,
         to_char(COALESCE($3::timestamptz, clock_timestamp()) AT TIME ZONE s.time_zone, 'YYYY-MM-DD') AS day
  FROM schools s WHERE s.id = $1`;
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Reads a child's passages and rides next to a moment, or before now; leaves out one event. */
async function readAround(tx: ReadTx, studentId: string, at: Date | null, without = NOBODY): Promise<Around> {
  const [found] = await tx.prepared<{
    passageBefore: KnownPassage | null;
    rideBefore: KnownRide | null;
    passageAfter: KnownPassage | null;
    rideAfter: KnownRide | null;
    day: string;
    direction: TripDirection | null;
  }>('custody-around', AROUND, [tx.schoolId, studentId, at, without]);
  if (!found) throw new Error('The school of this transaction has no row in schools.');
  const { passageBefore, rideBefore, passageAfter, rideAfter, day, direction } = found;
  return {
    before: { passage: passageBefore, ride: rideBefore },
    after: { passage: passageAfter, ride: rideAfter },
    day,
    direction,
  };
}

/**
 * Adds an exception where a step of gate or bus contradicts another desk's events, and returns its kind. The caller holds the lock on
 * the child's gate state, so that of two concurrent desks the second sees the first one's event. An offline step may make the next step
 * contradictory, which is checked as well.
 */
export async function noteStep(tx: Tx, step: CustodyStep): Promise<CustodyExceptionKind | null> {
  const { studentId, eventId, kind, at } = step;
  const { before, after, day, direction } = await readAround(tx, studentId, at, eventId);
  const odd = judgeStep(before, { kind, day, direction });
  if (odd !== null) await raise(tx, odd, before, { ...step, id: eventId });
  const next = nextOf(after);
  if (at === null || next === null) return odd;
  const trail = withStep(before, step, { at: at.getTime() / 1000, day, direction });
  const oddNext = judgeStep(trail, next);
  if (oddNext !== null && !(await isNoted(tx, oddNext, next.id)))
    await raise(tx, oddNext, trail, { ...next, studentId, at: new Date(next.at * 1000) });
  return odd;
}

function nextOf({ passage, ride }: Sides): KnownPassage | KnownRide | null {
  if (!passage || !ride) return passage ?? ride;
  return passage.at <= ride.at ? passage : ride;
}

function withStep(
  before: Trail,
  { kind, plate }: CustodyStep,
  when: Pick<KnownRide, 'at' | 'day' | 'direction'>,
): Trail {
  if (kind === 'in' || kind === 'out')
    return { ...before, passage: { kind, at: when.at, day: when.day, collector: null } };
  return { ...before, ride: { kind, at: when.at, plate: plate ?? '', direction: when.direction } };
}

interface Raised extends Known {
  readonly studentId: string;
  readonly kind: CustodyStep['kind'];
  readonly plate?: string | null;
  readonly at: Date | null;
}

async function raise(tx: Tx, kind: CustodyExceptionKind, trail: Trail, step: Raised): Promise<void> {
  const { studentId, id: eventId, recordedBy, at } = step;
  const busNumberPlate = step.plate ?? trail.ride?.plate;
  const collector = kind === 'custody-collected' ? trail.passage?.collector : null;
  await addException(tx, {
    kind,
    studentId,
    eventId,
    recordedBy,
    detail: {
      event: step.kind,
      ...(busNumberPlate && { busNumberPlate }),
      ...(collector && { collector }),
      ...(at && { occurredAt: at.toISOString() }),
    },
  });
}

async function isNoted(tx: ReadTx, kind: CustodyExceptionKind, eventId: string): Promise<boolean> {
  const noted = await tx.row(
    'SELECT 1 AS noted FROM gate_exceptions WHERE school_id = $1 AND event_id = $2 AND kind = $3',
    [tx.schoolId, eventId, kind],
  );
  return noted !== undefined;
}

/** Reads a child's current custody from gate, bus and releases. Throws student.not-found. */
export async function showCustody(tx: ReadTx, number: string): Promise<AnswerOf<typeof getCustody>> {
  const { id, admissionNumber } = await getStudent(tx, number);
  const { before } = await readAround(tx, id, null);
  const { passage, ride } = before;
  const { place, awaited } = custodyOf(before);
  const last = ride && (place === 'bus' || !passage || ride.at > passage.at) ? ride : passage;
  return {
    admissionNumber,
    place,
    awaited,
    since: last ? new Date(last.at * 1000).toISOString() : null,
    busNumberPlate: last === ride ? (ride?.plate ?? null) : null,
    collector: place === 'collector' ? (passage?.collector ?? null) : null,
  };
}
