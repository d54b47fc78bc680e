// Calls of a school's own programs, which authenticate by key; no session opens them.
import { z } from 'zod';
import { list, record } from './endpoint.ts';
import { admissionNumber, isoDay, moment, words } from './ids.ts';
import { listQuery } from './lists.ts';
import { kesToMove } from './money.ts';
import { moved } from './wallet.ts';

/** Lists the students of the school with their balances in KES. */
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

/** Lists the attendance of one school day (without `day`, of today): every student, including absent ones. */
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
 * Records money that was paid in at the school's bank. `reference` is the bank's and pays in once per school: a second time is 409
 * wallet.reference-taken with the first receipt in `detail`; under the same Idempotency-Key the first answer is repeated. A deposit beyond
 * the key's limit of the day is 422 program.deposit-limit, with `limit` and the sum of `today` in `detail`, and may be sent again later.
 */
export const postDeposit = record('program/deposit', {
  access: 'program',
  scope: 'deposits',
  input: z.object({ admissionNumber, amount: kesToMove, reference: words(60) }),
  output: moved,
});
