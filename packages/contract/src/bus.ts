import { z } from 'zod';
import { list, onDuty, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { anySpelling, picture } from './fingerprints.ts';
import { admissionNumber, instant, isoDayOrNone, moment, sysid, words, wordsOrNone } from './ids.ts';
import { flag, listQuery } from './lists.ts';
import { stamp, stampOrNone } from './stamp.ts';
import { checkPin } from './students.ts';

/** A bus number plate as somebody types it; case and blanks do not count. */
export const busNumberPlate = words(15).transform((plate) => plate.toUpperCase());
/** A plate that is written down for the first time. */
const newPlate = busNumberPlate.pipe(z.string().regex(/^[A-Z0-9]+([ -][A-Z0-9]+)*$/, fieldMessage('plate')));
const label = words(60);

const busRow = z.object({
  sysid,
  busNumberPlate: z.string(),
  label: z.string(),
  /** Number of students aboard now. */
  aboard: z.number().int(),
  /** Last days of the inspection and of the insurance, `2026-11-20`; null where the school has not said. */
  inspectedUntil: z.string().nullable(),
  insuredUntil: z.string().nullable(),
  /** Permit of today, by the school's calendar: the office's word for a bus with a paper that is over. */
  permit: z.object({ day: z.string(), reason: z.string(), by: z.string() }).nullable(),
  dateCreated: moment,
  updated: stamp,
});
export type BusRow = z.output<typeof busRow>;

/** Papers of a bus: the office is told 14 days before one of them runs out, and once it has. */
export const BUS_PAPERS = ['inspection', 'insurance'] as const;
export type BusPaper = (typeof BUS_PAPERS)[number];
/** Days before the last one: enough to get a bus to the inspection. */
export const PAPERS_DUE_DAYS = 14;

/** Papers that were over when a trip opened, else null; `permittedBy` is null where nobody of the office had let it run. */
export const tripPapers = z
  .object({ over: z.array(z.enum(BUS_PAPERS)), reason: z.string().nullable(), permittedBy: z.string().nullable() })
  .nullable();
const papers = { inspectedUntil: isoDayOrNone, insuredUntil: isoDayOrNone };

/** Puts a bus on the school's list. 409 `bus.duplicate` where the plate is on it, whatever its spaces and case. */
export const createBus = record('school/createBus', {
  access: SCHOOL_STAFF,
  input: z.object({ busNumberPlate: newPlate, label, ...papers }),
  output: busRow,
});

/**
 * Changes what is given and leaves the rest; null takes a day away. 404 `bus.not-found`; 409 `bus.duplicate`, or `record.changed` where `updated`
 * is not the row's.
 */
export const updateBus = record('school/updateBus', {
  access: SCHOOL_STAFF,
  input: z.object({
    sysid,
    busNumberPlate: newPlate.optional(),
    label: label.optional(),
    ...papers,
    updated: stampOrNone,
  }),
  output: busRow,
});

/** Takes a bus off the list: nobody boards it any more, and whoever is aboard can still alight. */
export const deleteBus = record('school/deleteBus', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: z.object({ sysid }),
});

/** Puts a deleted bus back on the list. 404 `bus.not-found`; 409 `bus.duplicate` where another has taken its plate. */
export const restoreBus = record('school/restoreBus', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: busRow,
});

/**
 * Lets a bus with a paper that is over run to the end of this school day. The reason is kept with each trip that opens by it.
 * 409 `bus.papers-valid` where no paper is over.
 */
export const permitBus = record('school/permitBus', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid, reason: words(200) }),
  output: busRow,
});

/** One bus that is on the list, with how many are aboard. 404 `bus.not-found`. */
export const getBus = read('school/getBus', { access: SCHOOL_STAFF, input: z.object({ sysid }), output: busRow });

/** Buses on the school's list, a page of them, with how many are aboard. */
export const getBuses = list('school/getBuses', {
  access: onDuty('bus'),
  input: listQuery(['busNumberPlate', 'label', 'aboard', 'inspectedUntil', 'insuredUntil', 'dateCreated']),
  output: busRow,
});

/**
 * With `listedOnly` a plate that is not on the school's list is refused (404), as a slip of the hand. Without it a child is
 * never left behind for one: the ride is recorded, and where the school keeps a list the plate goes to the exceptions.
 * A boarding that would open a trip of a bus with a paper that is over and no permit is 422 `bus.papers-over`; `override` passes.
 * `tripSYSID` is the trip that the attendant sees open: where somebody has closed it, a boarding is 409 `bus.trip-closed` (`detail` says which,
 * when and by whom), and without it the boarding belongs to the open trip, or opens one.
 */
const ride = {
  ...{ admissionNumber, busNumberPlate, override: wordsOrNone(200), listedOnly: flag.optional() },
  tripSYSID: sysid.optional(),
};
const byFinger = anySpelling(z.object({ ...ride, ...picture }));
const byPin = z.object({ ...ride, pin: checkPin });
const byRollCall = z.object(ride);

/**
 * Bus warnings: what the attendant is told at the scan, and what stops nobody. `bus.not-assigned`: not expected on this
 * trip, in a school that has routes; `bus.wrong-stop`: far from the own stop.
 */
export const BUS_WARNINGS = ['bus.not-assigned', 'bus.wrong-stop'] as const;
export type BusWarning = (typeof BUS_WARNINGS)[number];

const busEvent = z.object({
  sysid,
  admissionNumber: z.string(),
  studentName: z.string(),
  class: z.string(),
  busNumberPlate: z.string(),
  direction: z.enum(['on', 'off']),
  date: moment,
  warnings: z.array(z.enum(BUS_WARNINGS)),
});
export type BusEvent = z.output<typeof busEvent>;

const bus = { access: onDuty('bus'), output: busEvent } as const;
/** Records that a student boarded a bus, proven by a finger. */
export const onBusFingerprint = record('check/onBusFingerprint', { ...bus, body: 'picture', input: byFinger });
/** Records that a student alighted, proven by a finger. */
export const offBusFingerprint = record('check/offBusFingerprint', { ...bus, body: 'picture', input: byFinger });
/** Boarding by PIN. */
export const onBusPin = record('check/onBusPin', { ...bus, input: byPin });
/** Alighting by PIN. */
export const offBusPin = record('check/offBusPin', { ...bus, input: byPin });
/** The roll call: the signed-in person vouches for who is there. */
export const onBusKids = record('check/onBusKids', { ...bus, input: byRollCall });
/** Alighting, on the word of the signed-in person. */
export const offBusKids = record('check/offBusKids', { ...bus, input: byRollCall });

const place = z.object({ latitude: z.number(), longitude: z.number() });

/** Each student's newest ride. */
export const busLatest = list('reports/busLatest', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['admissionNumber', 'names', 'className', 'label', 'startDate']),
  output: z.object({
    student: z.object({ admissionNumber: z.string(), names: z.string() }),
    class: z.object({ className: z.string() }),
    label: z.string(),
    busNumberPlate: z.string(),
    /** Start: where the student boarded; null where the device did not know. */
    start: place.nullable(),
    /** End: where the student alighted; null while aboard, or where the device did not know. */
    end: place.nullable(),
    aboard: z.boolean(),
    startDate: moment.nullable(),
    endDate: moment.nullable(),
  }),
});
export type BusRide = z.output<typeof busLatest.output>;

/** Each bus's trips: from the first boarding until nobody is aboard, within one day of the school's time zone. */
export const busTrips = list('reports/busTrips', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['startDate', 'label', 'busNumberPlate', 'students']).extend({
    busSYSID: sysid.optional(),
    from: instant.optional(),
    to: instant.optional(),
  }),
  output: z.object({
    /** The trip's first boarding. */
    sysid,
    label: z.string(),
    busNumberPlate: z.string(),
    startDate: moment,
    /** When the last one alighted; null while somebody is aboard. */
    endDate: moment.nullable(),
    students: z.number().int(),
    aboard: z.number().int(),
  }),
});
