import { z } from 'zod';
import { list, onDuty, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { anySpelling, picture } from './fingerprints.ts';
import { admissionNumber, instant, isoDayOrNone, moment, sysid, words, wordsOrNone } from './ids.ts';
import { flag, listQuery } from './lists.ts';
import { stamp, stampOrNone } from './stamp.ts';
import { checkPin } from './students.ts';

/** Bus number plate as typed by a user; case and blanks are ignored. */
export const busNumberPlate = words(15).transform((plate) => plate.toUpperCase());
/** Plate of a new bus, which is checked more strictly. */
const newPlate = busNumberPlate.pipe(z.string().regex(/^[A-Z0-9]+([ -][A-Z0-9]+)*$/, fieldMessage('plate')));
const label = words(60);

const busRow = z.object({
  sysid,
  busNumberPlate: z.string(),
  label: z.string(),
  /** Number of students aboard now. */
  aboard: z.number().int(),
  /** Last valid days of the inspection and of the insurance, `2026-11-20`; null if the school has not given them. */
  inspectedUntil: z.string().nullable(),
  insuredUntil: z.string().nullable(),
  /** Permit for today, by the school's calendar: the office lets a bus with an expired paper run. */
  permit: z.object({ day: z.string(), reason: z.string(), by: z.string() }).nullable(),
  dateCreated: moment,
  updated: stamp,
});
export type BusRow = z.output<typeof busRow>;

/** Papers of a bus. The office is notified 14 days before one expires, and again once it has expired. */
export const BUS_PAPERS = ['inspection', 'insurance'] as const;
export type BusPaper = (typeof BUS_PAPERS)[number];
/** Days of notice before a paper expires: enough to get a bus to the inspection. */
export const PAPERS_DUE_DAYS = 14;

/**
 * Papers that had expired when the trip opened, otherwise null; `permittedBy` is null if nobody of the office had permitted the bus to
 * run.
 */
export const tripPapers = z
  .object({ over: z.array(z.enum(BUS_PAPERS)), reason: z.string().nullable(), permittedBy: z.string().nullable() })
  .nullable();
const papers = { inspectedUntil: isoDayOrNone, insuredUntil: isoDayOrNone };

/** Adds a bus to the school's list. 409 `bus.duplicate` if the plate is on the list already, ignoring spaces and case. */
export const createBus = record('school/createBus', {
  access: SCHOOL_STAFF,
  input: z.object({ busNumberPlate: newPlate, label, ...papers }),
  output: busRow,
});

/**
 * Changes the given fields; null clears a date. 404 `bus.not-found`; 409 `bus.duplicate`, or `record.changed` if `updated` differs from
 * the row's.
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

/** Removes a bus from the list: nobody can board it any more, and students who are aboard can still alight. */
export const deleteBus = record('school/deleteBus', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: z.object({ sysid }),
});

/** Restores a deleted bus to the list. 404 `bus.not-found`; 409 `bus.duplicate` if another bus has taken its plate. */
export const restoreBus = record('school/restoreBus', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: busRow,
});

/**
 * Permits a bus with an expired paper to run until the end of this school day. The reason is stored with each trip that opens under the
 * permit. 409 `bus.papers-valid` if no paper has expired.
 */
export const permitBus = record('school/permitBus', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid, reason: words(200) }),
  output: busRow,
});

/** Returns one bus that is on the list, with the number of students aboard. 404 `bus.not-found`. */
export const getBus = read('school/getBus', { access: SCHOOL_STAFF, input: z.object({ sysid }), output: busRow });

/** Lists the buses of the school, page by page, with the number of students aboard. */
export const getBuses = list('school/getBuses', {
  access: onDuty('bus'),
  input: listQuery(['busNumberPlate', 'label', 'aboard', 'inspectedUntil', 'insuredUntil', 'dateCreated']),
  output: busRow,
});

/**
 * Input of every ride. With `listedOnly`, a plate that is not on the school's list is refused (404) as a typing error. Without
 * `listedOnly` no child is left behind because of a plate: the ride is recorded, and if the school keeps a list, the plate goes to the
 * exceptions.
 * A boarding that would open a trip of a bus with an expired paper and no permit is 422 `bus.papers-over`, unless `override` is given.
 * `tripSYSID` is the trip that the attendant sees as open: if that trip has been closed, a boarding is 409 `bus.trip-closed` (`detail`
 * says which trip, when and by whom). Without `tripSYSID` the boarding joins the open trip, or opens one.
 */
const ride = {
  ...{ admissionNumber, busNumberPlate, override: wordsOrNone(200), listedOnly: flag.optional() },
  tripSYSID: sysid.optional(),
};
const byFinger = anySpelling(z.object({ ...ride, ...picture }));
const byPin = z.object({ ...ride, pin: checkPin });
const byRollCall = z.object(ride);

/**
 * Warnings to the attendant at the scan, which refuse nobody. `bus.not-assigned`: the student is not expected on this trip, in a school
 * that has routes; `bus.wrong-stop`: the bus is far from the student's stop.
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
/** Records that a student boarded a bus, proven by a fingerprint. */
export const onBusFingerprint = record('check/onBusFingerprint', { ...bus, body: 'picture', input: byFinger });
/** Records that a student alighted, proven by a fingerprint. */
export const offBusFingerprint = record('check/offBusFingerprint', { ...bus, body: 'picture', input: byFinger });
/** Records that a student boarded a bus, proven by the PIN. */
export const onBusPin = record('check/onBusPin', { ...bus, input: byPin });
/** Records that a student alighted, proven by the PIN. */
export const offBusPin = record('check/offBusPin', { ...bus, input: byPin });
/** Records boardings by roll call: the signed-in person vouches for the students who are present. */
export const onBusKids = record('check/onBusKids', { ...bus, input: byRollCall });
/** Records that students alighted, vouched for by the signed-in person. */
export const offBusKids = record('check/offBusKids', { ...bus, input: byRollCall });

const place = z.object({ latitude: z.number(), longitude: z.number() });

/** Lists each student's newest ride. */
export const busLatest = list('reports/busLatest', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['admissionNumber', 'names', 'className', 'label', 'startDate']),
  output: z.object({
    student: z.object({ admissionNumber: z.string(), names: z.string() }),
    class: z.object({ className: z.string() }),
    label: z.string(),
    busNumberPlate: z.string(),
    /** Place where the student boarded; null if the device did not know its position. */
    start: place.nullable(),
    /** Place where the student alighted; null while aboard, or if the device did not know its position. */
    end: place.nullable(),
    aboard: z.boolean(),
    startDate: moment.nullable(),
    endDate: moment.nullable(),
  }),
});
export type BusRide = z.output<typeof busLatest.output>;

/** Lists each bus's trips. A trip runs from the first boarding until nobody is aboard, within one day of the school's time zone. */
export const busTrips = list('reports/busTrips', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['startDate', 'label', 'busNumberPlate', 'students']).extend({
    busSYSID: sysid.optional(),
    from: instant.optional(),
    to: instant.optional(),
  }),
  output: z.object({
    /** Id of the trip's first boarding. */
    sysid,
    label: z.string(),
    busNumberPlate: z.string(),
    startDate: moment,
    /** Time at which the last student alighted; null while somebody is aboard. */
    endDate: moment.nullable(),
    students: z.number().int(),
    aboard: z.number().int(),
  }),
});
