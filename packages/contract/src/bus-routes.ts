// Routes with their stops, and who gets on and off where. Apart from the rides, which a bus records.
import { z } from 'zod';
import { list, onDuty, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { moment, sysid, words } from './ids.ts';
import { listQuery } from './lists.ts';
import { stamp, stampOrNone } from './stamp.ts';

/** The way of a trip, by the school: in the morning there, in the afternoon home. */
export const TRIP_DIRECTIONS = ['toSchool', 'home'] as const;
export type TripDirection = (typeof TRIP_DIRECTIONS)[number];
export const tripDirection = z.enum(TRIP_DIRECTIONS);
const direction = z.enum(['both', ...TRIP_DIRECTIONS]);

const name = words(60);

/** A number of the map, also as the text of a form; null where nobody has said. */
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
  /** When the bus is there, by the school's clock. */
  toSchool: timeOfDay,
  home: timeOfDay,
});
/** At an update: the name that the stop has had, where it gets another; whoever is assigned to it stays. */
const stopToChange = stopToSet.extend({ was: name.optional() });

const MOST_STOPS = 80;
/** A name twice would leave open who gets on where. */
function stopsOf<Stop extends z.ZodType<{ readonly name: string }>>(stop: Stop) {
  return z
    .array(stop)
    .max(MOST_STOPS, fieldMessage('most', { most: MOST_STOPS }))
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
  /** In the order of the way. */
  stops: z.array(stop),
  /** Number of students who are assigned to it. */
  students: z.number().int(),
  dateCreated: moment,
  updated: stamp,
});
export type RouteRow = z.output<typeof routeRow>;

/**
 * Makes a route of a bus, with its stops in the order of the way. 404 `bus.not-found`; 409 `bus.route-duplicate` where another has the name, in
 * whatever case.
 */
export const createRoute = record('school/createRoute', {
  access: SCHOOL_STAFF,
  input: z.object({ name, busSYSID: sysid, stops: stopsOf(stopToSet).default([]) }),
  output: z.object({ sysid, stops: z.array(stop) }),
});

/** Changes what is given; `stops` takes the place of all stops. One with students is not left out (409 `bus.stop-in-use`). */
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

/** Takes a route away; nobody is expected on it any more. It can be brought back with all that were assigned. */
export const deleteRoute = record('school/deleteRoute', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: z.object({ sysid }),
});

/**
 * Brings a deleted route back with its stops and all that were assigned. 404 `bus.route-not-found`; 409 `bus.route-duplicate` where another has
 * taken its name.
 */
export const restoreRoute = record('school/restoreRoute', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: routeRow,
});

/** One route that is not deleted, with its stops. 404 `bus.route-not-found`. */
export const getRoute = read('school/getRoute', { access: SCHOOL_STAFF, input: z.object({ sysid }), output: routeRow });

/** Routes of the school that are not deleted, a page of them; for those on the bus as well, who open a trip by one. */
export const getRoutes = list('school/getRoutes', {
  access: onDuty('bus'),
  input: listQuery(['name', 'busNumberPlate', 'label', 'students', 'dateCreated']),
  output: routeRow,
});

/** Students of a route, with the stops at which they get on and off. */
export const getRouteStudents = list('school/getRouteStudents', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['admissionNumber', 'names', 'className']).extend({ routeSYSID: sysid }),
  output: z.object({
    sysid,
    admissionNumber: z.string(),
    names: z.string(),
    className: z.string(),
    /** The stop of each direction; null where the student takes another way. */
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
    /** When the bus is there, `06:40`. */
    time: z.string().nullable(),
  })
  .nullable();
const stopsOfStudent = z.object({ sysid, toSchool: assigned, home: assigned });
export type StopsOfStudent = z.output<typeof stopsOfStudent>;

/** Assigns a student to a stop, in place of the one before; a student has one stop in each direction. */
export const assignStop = record('student/assignStop', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid, routeSYSID: sysid, stop: name, direction }),
  output: stopsOfStudent,
});

/** Takes a student off the bus's list, in one direction or in both. */
export const removeStop = record('student/removeStop', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid, direction: direction.default('both') }),
  output: stopsOfStudent,
});

/** Stops of a student, one for each direction; null where none is assigned. 404 `student.not-found`. */
export const getStops = read('student/getStops', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: stopsOfStudent,
});
