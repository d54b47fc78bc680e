import { z } from 'zod';
import { type AnswerOf, list, read, record, SCHOOL_STAFF, uploadedFile } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { moment, sysid } from './ids.ts';
import { listQuery } from './lists.ts';

const MISSING = fieldMessage('no-statement');

/**
 * A row of M-Pesa's statement against the books. `missing`: not heard of here; `waiting`: heard of, and not booked yet; `known`:
 * booked in that amount; `differs`: booked in another. The others are not for a wallet: money that went out (`withdrawal`,
 * `charge`, `reversal`), a payment that was taken back (`reversed`), money that no customer paid (`other`), what was not completed,
 * and what cannot be read. `other-school`: paid to another school that shares the paybill, which reads the statement itself.
 */
export const STATEMENT_KINDS = [
  'missing',
  'waiting',
  'known',
  'differs',
  'reversed',
  'reversal',
  'charge',
  'withdrawal',
  'other',
  'other-school',
  'not-completed',
  'unreadable',
] as const;
export type StatementKind = (typeof STATEMENT_KINDS)[number];

/** Fault for which a file is not taken for a statement of the school: `detail.fault` of its refusal. */
export const STATEMENT_FAULTS = ['no-table', 'no-short-code', 'no-time', 'other-short-code'] as const;
export type StatementFault = (typeof STATEMENT_FAULTS)[number];

const payment = {
  /** Of the sheet: its first row is 1. */
  row: z.number().int(),
  receiptNumber: z.string(),
  date: moment.nullable(),
  /** KES; minus is money that went out. */
  amount: z.number(),
  account: z.string(),
  payer: z.string().nullable(),
  /** Its ends only. */
  mobileNumber: z.string().nullable(),
  /** The active student with that account; null where it is nobody's. */
  admissionNumber: z.string().nullable(),
  names: z.string().nullable(),
};

const previewRow = z.object({
  ...payment,
  kind: z.enum(STATEMENT_KINDS),
  /** KES that are booked here, where they differ. */
  booked: z.number().nullable(),
});
export type StatementPreviewRow = z.output<typeof previewRow>;

const upload = { access: SCHOOL_STAFF, methods: ['POST'], files: ['Statement'] } as const;

/** Holds the statement of M-Pesa's organisation portal (.csv or .xlsx) against the books. Records nothing. */
export const previewMpesaStatement = read('wallet/previewMpesaStatement', {
  ...upload,
  input: z.object({ Statement: uploadedFile(MISSING) }),
  output: z.object({
    shortCode: z.string(),
    organisation: z.string().nullable(),
    /** The time that it is of. */
    from: moment,
    until: moment,
    /** Payments that would be asked about, and their KES. */
    toAsk: z.number().int(),
    amount: z.number(),
    rows: z.array(previewRow),
  }),
});
export type StatementPreview = AnswerOf<typeof previewMpesaStatement>;

export const STATEMENT_STATES = ['asking', 'waiting', 'approved', 'rejected', 'done'] as const;

const statement = z.object({
  sysid,
  date: moment,
  fileName: z.string(),
  from: moment,
  until: moment,
  by: z.string(),
  /** True where the asker uploaded it: somebody else has to approve it. */
  own: z.boolean(),
  /** Its payments that were not booked here when it came, and their KES. */
  payments: z.number().int(),
  amount: z.number(),
  /** Of these: in a wallet, in suspense, and still open. */
  credited: z.number().int(),
  parked: z.number().int(),
  open: z.number().int(),
  /**
   * `asking`: M-Pesa is being asked; `waiting`: for a second person; `approved` and `rejected` by one, though some may still be
   * open; `done`: nothing is open.
   */
  state: z.enum(STATEMENT_STATES),
  decidedBy: z.string().nullable(),
  decidedAt: moment.nullable(),
});
export type MpesaStatement = z.output<typeof statement>;

/** Takes a statement in: M-Pesa is asked about each payment that is not booked. The same statement again is the first one. */
export const uploadMpesaStatement = record('wallet/uploadMpesaStatement', {
  ...upload,
  slow: true,
  input: z.object({ Statement: uploadedFile(MISSING) }),
  output: statement,
});

/** The statements that were taken in, the newest first. */
export const getMpesaStatements = list('wallet/getMpesaStatements', {
  access: SCHOOL_STAFF,
  input: listQuery(['date', 'payments', 'amount']),
  output: statement,
});

/**
 * `asked`: M-Pesa has not answered yet; `confirmed`: it says that this was paid; `unknown`: it knows no such payment; `not-asked`: it
 * cannot be asked; `refused`: it was not completed or not paid to the school; `contested`: it was told otherwise before. `confirmed`,
 * `unknown` and `not-asked` wait for a second person; `refused` and `contested` are booked by nobody's word but M-Pesa's.
 */
export const STATEMENT_ROW_STATES = [
  'credited',
  'parked',
  'asked',
  'confirmed',
  'unknown',
  'not-asked',
  'refused',
  'contested',
] as const;
export type StatementRowState = (typeof STATEMENT_ROW_STATES)[number];

const statementRow = z.object({ ...payment, state: z.enum(STATEMENT_ROW_STATES) });
export type StatementRow = z.output<typeof statementRow>;

/** One statement with its payments that were not booked when it came. */
export const getMpesaStatement = read('wallet/getMpesaStatement', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: statement.extend({ rows: z.array(statementRow) }),
});

/** Vouches for a statement that somebody else uploaded. */
export const approveMpesaStatement = record('wallet/approveMpesaStatement', {
  stepUp: true,
  access: SCHOOL_STAFF,
  slow: true,
  input: z.object({ sysid }),
  output: statement,
});

/** Turns a statement down. What M-Pesa confirms of it goes to suspense. */
export const rejectMpesaStatement = record('wallet/rejectMpesaStatement', {
  access: SCHOOL_STAFF,
  slow: true,
  input: z.object({ sysid }),
  output: statement,
});
