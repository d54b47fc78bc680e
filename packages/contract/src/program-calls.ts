// The calls that the keys of a school's own programs open, and no session does.
import { z } from 'zod';
import { list, record } from './endpoint.ts';
import { admissionNumber, isoDay, moment, words } from './ids.ts';
import { listQuery } from './lists.ts';
import { kesToMove } from './money.ts';
import { moved } from './wallet.ts';

/** Students of the school with their balances in KES. */
export const readBalances = list('program/getBalances', {
  access: 'program',
  scope: 'balances',
  methods: ['GET'],
  input: listQuery(['admissionNumber', 'names', 'className', 'balance']),
  output: z.object({
    admissionNumber: z.string(),
    names: z.string(),
    className: z.string(),
    balance: z.number(),
  }),
});

/** Attendance of one day of the school, today where none is named: every student, also those who did not come. */
export const readAttendance = list('program/getAttendance', {
  access: 'program',
  scope: 'attendance',
  methods: ['GET'],
  input: listQuery(['admissionNumber', 'names', 'className', 'firstIn', 'lastOut']).extend({ day: isoDay.optional() }),
  output: z.object({
    admissionNumber: z.string(),
    names: z.string(),
    className: z.string(),
    /** First check-in and last check-out of the day; null where there was none. */
    firstIn: moment.nullable(),
    lastOut: moment.nullable(),
  }),
});

/**
 * Money that was paid in at the school's bank. `reference` is the bank's: it pays in once in the school, and a second time is 409
 * wallet.reference-taken with the first receipt in `detail`; under the same Idempotency-Key the first answer comes again.
 */
export const postDeposit = record('program/deposit', {
  access: 'program',
  scope: 'deposits',
  input: z.object({ admissionNumber, amount: kesToMove, reference: words(60) }),
  output: moved,
});
