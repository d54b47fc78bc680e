// Bus routes with their stops, and the assignment of students to stops. The rides that a bus records are in `bus.ts`.
import { z } from 'zod';
import { list, onDuty, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { moment, sysid, words } from './ids.ts';
import { listQuery } from './lists.ts';
import { stamp, stampOrNone } from './stamp.ts';

/** Direction of a trip: to school in the morning, home in the afternoon. */
export const TRIP_DIRECTIONS = ['toSchool', 'home'] as const;
export type TripDirection = (typeof TRIP_DIRECTIONS)[number];
export const tripDirection = z.enum(TRIP_DIRECTIONS);
const direction = z.enum(['both', ...TRIP_DIRECTIONS]);

const name = words(60);

/** Coordinate in degrees, also as the text of a form; null if not given. */
const degrees = (most: number) =>
  z
    .union([z.number(), z.string()])
    .nullish()
    .transform((given) => (given === undefined || given === null || given === '' ? null : Number(given)))
    .pipe(z.number().min(-most).max(most).nullable());
const timeOfDay = z
  .union([z.literal(''), z.null(), z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, fieldMessage('time-of-day'))])
  .optional()
  .transform((text) => text || null);

const stopToSet = z.object({
  name,
  lat: degrees(90),
  long: degrees(180),
  /** Time at which the bus is at the stop, by the school's clock. */
  toSchool: timeOfDay,
  home: timeOfDay,
});
/** Stop in an update of a route. `was` is the earlier name of a renamed stop, so that its students stay assigned to it. */
const stopToChange = stopToSet.extend({ was: name.optional() });

const MAX_STOPS = 80;
/** Rejects duplicate stop names, since the stop of a student would be ambiguous. */
function stopsOf<Stop extends z.ZodType<{ readonly name: string }>>(stop: Stop) {
  return z
    .array(stop)
    .max(MAX_STOPS, fieldMessage('most', { most: MAX_STOPS }))
    .refine(
      (stops) => new Set(stops.map((each) => each.name.toLowerCase())).size === stops.length,
      fieldMessage('there-already'),
    );
}

const stop = z.object({
  name: z.string(),
  lat: z.number().nullable(),
  long: z.number().nullable(),
  toSchool: z.string().nullable(),
  home: z.string().nullable(),
});
export type RouteStop = z.output<typeof stop>;

const routeRow = z.object({
  sysid,
  name: z.string(),
  busSYSID: sysid,
  busNumberPlate: z.string(),
  label: z.string(),
  /** Stops, in the order in which the bus reaches them. */
  stops: z.array(stop),
  /** Number of students who are assigned to it. */
  students: z.number().int(),
  dateCreated: moment,
  updated: stamp,
});
export type RouteRow = z.output<typeof routeRow>;

/**
 * Creates a route of a bus, with its stops in driving order. 404 `bus.not-found`; 409 `bus.route-duplicate` if another route has the
 * name, ignoring case.
 */
export const createRoute = record('school/createRoute', {
  access: SCHOOL_STAFF,
  input: z.object({ name, busSYSID: sysid, stops: stopsOf(stopToSet).default([]) }),
  output: z.object({ sysid, stops: z.array(stop) }),
});

/** Changes the given fields; `stops` replaces all stops. A stop with students cannot be removed (409 `bus.stop-in-use`). */
export const updateRoute = record('school/updateRoute', {
  access: SCHOOL_STAFF,
  input: z.object({
    sysid,
    name: name.optional(),
    busSYSID: sysid.optional(),
    stops: stopsOf(stopToChange).optional(),
    updated: stampOrNone,
  }),
  output: routeRow,
});

/** Deletes a route; no student is expected on it any more. `restoreRoute` brings it back with all its assignments. */
export const deleteRoute = record('school/deleteRoute', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: z.object({ sysid }),
});

/**
 * Restores a deleted route with its stops and assignments. 404 `bus.route-not-found`; 409 `bus.route-duplicate` if another route has
 * taken its name.
 */
export const restoreRoute = record('school/restoreRoute', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: routeRow,
});

/** Returns one route that is not deleted, with its stops. 404 `bus.route-not-found`. */
export const getRoute = read('school/getRoute', { access: SCHOOL_STAFF, input: z.object({ sysid }), output: routeRow });

/** Lists the school's routes that are not deleted, page by page; also for bus attendants, who open a trip by a route. */
export const getRoutes = list('school/getRoutes', {
  access: onDuty('bus'),
  input: listQuery(['name', 'busNumberPlate', 'label', 'students', 'dateCreated']),
  output: routeRow,
});

/** Lists the students of a route, with the stops at which they get on and off. */
export const getRouteStudents = list('school/getRouteStudents', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['admissionNumber', 'names', 'className']).extend({ routeSYSID: sysid }),
  output: z.object({
    sysid,
    admissionNumber: z.string(),
    names: z.string(),
    className: z.string(),
    /** Stop of the student in each direction; null if the student does not take the bus in that direction. */
    toSchool: z.string().nullable(),
    home: z.string().nullable(),
  }),
});

const assigned = z
  .object({
    routeSYSID: sysid,
    routeName: z.string(),
    busNumberPlate: z.string(),
    stop: z.string(),
    /** Time at which the bus is at the stop, `06:40`. */
    time: z.string().nullable(),
  })
  .nullable();
const stopsOfStudent = z.object({ sysid, toSchool: assigned, home: assigned });
export type StopsOfStudent = z.output<typeof stopsOfStudent>;

/** Assigns a student to a stop, replacing the earlier one; a student has one stop in each direction. */
export const assignStop = record('student/assignStop', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid, routeSYSID: sysid, stop: name, direction }),
  output: stopsOfStudent,
});

/** Removes a student from the bus's list, in one direction or in both. */
export const removeStop = record('student/removeStop', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid, direction: direction.default('both') }),
  output: stopsOfStudent,
});

/** Returns the stops of a student, one for each direction; null if none is assigned. 404 `student.not-found`. */
export const getStops = read('student/getStops', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: stopsOfStudent,
});
