// Bus trips: opening, reading and closing them. The rides that make up a trip are in `bus.ts`.
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
  /** Stop of the student on this trip; null if the student was not expected on it. */
  stop: z.string().nullable(),
});
export type TripEntry = z.output<typeof entry>;

/** Lists of a trip, each sorted by name. */
export const TRIP_LISTS = ['expected', 'aboard', 'dropped', 'missing', 'others'] as const;

const trip = z.object({
  sysid,
  busNumberPlate: z.string(),
  label: z.string(),
  direction: tripDirection,
  /** Route of the trip; null if the trip serves all routes of the bus. */
  routeSYSID: sysid.nullable(),
  routeName: z.string().nullable(),
  opened: moment,
  closed: moment.nullable(),
  /** Names of the person who closed the trip. */
  closedBy: z.string().nullable(),
  papers: tripPapers,
  /** All students who are assigned to the bus in this direction, and to the trip's route if it has one. */
  expected: z.array(entry),
  /** All who are aboard now. */
  aboard: z.array(entry),
  /** All who alighted. */
  dropped: z.array(entry),
  /** Expected students who never boarded. Final once the trip is closed. */
  missing: z.array(entry),
  /** Students who rode without being expected. */
  others: z.array(entry),
});
export type Trip = z.output<typeof trip>;

/**
 * Opens a trip; the first boarding also opens one. A bus has at most one open trip (409 `bus.trip-open`). A bus with an expired paper
 * needs the office's permit for the day (422 `bus.papers-over`, `detail.papers` names the papers).
 */
export const openTrip = record('check/openTrip', {
  access: onDuty('bus'),
  input: z.object({ busNumberPlate, direction: tripDirection, routeSYSID: sysid.nullish() }),
  output: trip,
});

/** Returns a trip; by plate, the open trip, or otherwise the newest closed one. */
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
  /** Stop of the rider, if assigned to the requested bus; null for a rider of another bus, or if no stop is assigned. */
  stop: z.string().nullable(),
  lat: z.number().nullable(),
  long: z.number().nullable(),
});
export type Rider = z.output<typeof rider>;

/** Lists the riders who are assigned to a bus, in both directions, so that a device can check a boarding while it is offline. */
export const getRiders = read('check/getRiders', {
  access: onDuty('bus'),
  input: z.object({ busNumberPlate }),
  output: z.object({ busNumberPlate: z.string(), riders: z.array(rider) }),
});

/**
 * Closes a trip. Refused while a child is aboard (409 `bus.child-aboard`, `detail.aboard` names the children). Needs the code at the rear
 * seat (422 `bus.rear-code`), which proves that somebody has walked through the bus.
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

/** Returns the card to print and put up at the bus's rear seat. */
export const getBusCard = read('school/getBusCard', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: card,
});

/** Generates a new rear-seat code, for when somebody knows the old one by heart: the card has to be printed again. */
export const renewRearCode = record('school/renewRearCode', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: card,
});

/** Lists the open trips of all buses; first come closed trips with a child aboard, because a ride was uploaded after the closing. */
export const runningTrips = list('reports/runningTrips', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['opened', 'busNumberPlate', 'label', 'routeName', 'attendant', 'aboard']),
  output: z.object({
    sysid,
    busNumberPlate: z.string(),
    label: z.string(),
    /** Name of the route; null if the trip serves all routes of the bus. */
    routeName: z.string().nullable(),
    direction: tripDirection,
    opened: moment,
    /** Null while the trip is open; otherwise a child was left aboard. */
    closed: moment.nullable(),
    /** Attendant: the person who opened the trip, explicitly or by the first boarding. */
    attendant: z.string(),
    aboard: z.number().int(),
    /** True if the trip has been open for longer than the school's `tripAlarmMinutes`. */
    late: z.boolean(),
    papers: tripPapers,
    position: newestPosition,
  }),
});
