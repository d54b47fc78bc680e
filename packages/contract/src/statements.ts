import { z } from 'zod';
import { CHANNELS } from './channels.ts';
import { type AnswerOf, read, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { admissionNumber, isoDay, moment, sysid } from './ids.ts';
import { ENTRY_KINDS } from './wallet.ts';

const line = z.object({
  sysid,
  date: moment,
  kind: z.enum(ENTRY_KINDS),
  /** Change of the wallet, fee included (KES, signed). */
  amount: z.number(),
  fee: z.number(),
  balance: z.number(),
  reference: z.string().nullable(),
  /** Channel of a deposit; null for all other entries. */
  channel: z.enum(CHANNELS).nullable(),
  /** True if the person who paid it in took it back within the minute. */
  takenBack: z.boolean(),
});

const sheet = z.object({
  admissionNumber: z.string(),
  names: z.string(),
  className: z.string(),
  /** KES before the first line and after the last. */
  opening: z.number(),
  closing: z.number(),
  /** Sums of the lines: `opening` + `moneyIn` - `moneyOut` = `closing`. Fees are included. */
  moneyIn: z.number(),
  moneyOut: z.number(),
  fees: z.number(),
  /** Lines, oldest first. */
  lines: z.array(line),
});
export type StatementSheet = z.output<typeof sheet>;

/**
 * Returns statements to print: one student's, or those of a whole class sorted by name. Days are the school's; `from` and `to` are
 * inclusive, and without `from` a statement begins with the first journal entry.
 */
export const printStatements = read('wallet/printStatements', {
  access: SCHOOL_STAFF,
  input: z
    .object({
      admissionNumber: admissionNumber.optional(),
      classSYSID: sysid.optional(),
      from: isoDay.optional(),
      to: isoDay.optional(),
    })
    .refine((asked) => (asked.admissionNumber === undefined) !== (asked.classSYSID === undefined), {
      message: fieldMessage('student-or-class'),
      path: ['admissionNumber'],
    }),
  output: z.object({
    school: z.object({
      officialName: z.string(),
      pobox: z.string().nullable(),
      town: z.string(),
      b64Logo: z.string().nullable(),
    }),
    date: moment,
    from: z.string().nullable(),
    to: z.string(),
    statements: z.array(sheet),
  }),
});
export type Statements = AnswerOf<typeof printStatements>;
