// Trips of the buses: opened, looked at and closed. Apart from the rides, of which a trip is made.
import { z } from 'zod';
import { busNumberPlate, tripPapers } from './bus.ts';
import { newestPosition } from './bus-positions.ts';
import { tripDirection } from './bus-routes.ts';
import { list, onDuty, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { moment, sysid } from './ids.ts';
import { listQuery } from './lists.ts';

const entry = z.object({
  admissionNumber: z.string(),
  names: z.string(),
  className: z.string(),
  /** The stop on this trip; null for one who was not expected on it. */
  stop: z.string().nullable(),
});
export type TripEntry = z.output<typeof entry>;

/** The lists of a trip, each by name. */
export const TRIP_LISTS = ['expected', 'aboard', 'dropped', 'missing', 'others'] as const;

const trip = z.object({
  sysid,
  busNumberPlate: z.string(),
  label: z.string(),
  direction: tripDirection,
  /** Null where it serves whatever route the bus has. */
  routeSYSID: sysid.nullable(),
  routeName: z.string().nullable(),
  opened: moment,
  closed: moment.nullable(),
  /** Names of whoever closed it. */
  closedBy: z.string().nullable(),
  papers: tripPapers,
  /** All who are assigned to that bus and direction, and to the route where the trip has one. */
  expected: z.array(entry),
  /** All who are aboard now. */
  aboard: z.array(entry),
  /** All who alighted. */
  dropped: z.array(entry),
  /** Expected, and never boarded. Final at the closing. */
  missing: z.array(entry),
  /** Rode, and were not expected. */
  others: z.array(entry),
});
export type Trip = z.output<typeof trip>;

/**
 * A trip opens by this, or with the first boarding. One is open on a bus at a time (409 `bus.trip-open`). A bus with a paper
 * that is over needs the office's permit of the day (422 `bus.papers-over`, `detail.papers` says which).
 */
export const openTrip = record('check/openTrip', {
  access: onDuty('bus'),
  input: z.object({ busNumberPlate, direction: tripDirection, routeSYSID: sysid.nullish() }),
  output: trip,
});

/** By plate the open trip, else the newest closed one. */
export const getTrip = read('check/getTrip', {
  access: onDuty('bus'),
  input: z
    .object({ sysid: sysid.optional(), busNumberPlate: busNumberPlate.optional() })
    .refine(({ sysid: id, busNumberPlate: plate }) => id !== undefined || plate !== undefined, {
      path: ['busNumberPlate'],
      message: fieldMessage('required'),
    }),
  output: trip,
});

const rider = z.object({
  admissionNumber: z.string(),
  names: z.string(),
  className: z.string(),
  direction: tripDirection,
  busNumberPlate: z.string(),
  /** Of the riders of the bus that was asked for; null of another bus, and where nobody has said. */
  stop: z.string().nullable(),
  lat: z.number().nullable(),
  long: z.number().nullable(),
});
export type Rider = z.output<typeof rider>;

/** Riders: who is assigned to a bus, in both directions: what a device needs to tell right from wrong without a network. */
export const getRiders = read('check/getRiders', {
  access: onDuty('bus'),
  input: z.object({ busNumberPlate }),
  output: z.object({ busNumberPlate: z.string(), riders: z.array(rider) }),
});

/**
 * Closes a trip: never with a child aboard (409 `bus.child-aboard`, `detail.aboard` says who), and by the code at the rear
 * seat (422 `bus.rear-code`), so that somebody has walked through the bus.
 */
export const closeTrip = record('check/closeTrip', {
  access: onDuty('bus'),
  input: z.object({
    sysid,
    rearCode: z
      .union([z.string(), z.number()])
      .optional()
      .transform((code) => String(code ?? '').replace(/\s/g, ''))
      .pipe(z.string().max(20, fieldMessage('too-long', { longest: 20 }))),
  }),
  output: trip,
});

const card = z.object({ sysid, busNumberPlate: z.string(), label: z.string(), rearCode: z.string() });
export type BusCard = z.output<typeof card>;

/** The card that is printed and put up at the bus's rear seat. */
export const getBusCard = read('school/getBusCard', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: card,
});

/** A new code, where somebody knows the old one by heart: the card has to be printed again. */
export const renewRearCode = record('school/renewRearCode', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: card,
});

/** Running trips: those that are open now, on all buses; first the closed ones on which a child is aboard by a ride that came in later. */
export const runningTrips = list('reports/runningTrips', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['opened', 'busNumberPlate', 'label', 'routeName', 'attendant', 'aboard']),
  output: z.object({
    sysid,
    busNumberPlate: z.string(),
    label: z.string(),
    /** Null where it serves whatever routes the bus has. */
    routeName: z.string().nullable(),
    direction: tripDirection,
    opened: moment,
    /** Null while it is open; else a child was left aboard. */
    closed: moment.nullable(),
    /** Attendant: who opened it, by a word or by the first boarding. */
    attendant: z.string(),
    aboard: z.number().int(),
    /** Open for longer than the school's `tripAlarmMinutes`. */
    late: z.boolean(),
    papers: tripPapers,
    position: newestPosition,
  }),
});
